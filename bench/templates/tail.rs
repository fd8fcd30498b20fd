fn main() {
    println!("{}", earlier(777));
}
