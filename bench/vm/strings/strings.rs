//! Building lines, joining them, and taking the text apart again; the size in lines.

pub(super) fn run(n: i64) {
    let text = build(n);
    let mut fields = 0;
    let mut letters = 0;
    let mut sum = 0;
    for line in text.split('\n') {
        for field in line.split(',') {
            fields += 1;
            if let Some(number) = field.strip_prefix("beta=") {
                sum += number.parse().unwrap_or(0);
            } else {
                letters += field.len();
            }
        }
    }
    println!("{}", text.len());
    println!("{fields}");
    println!("{letters}");
    println!("{sum}");
}

fn build(n: i64) -> String {
    let words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"];
    let mut lines = Vec::new();
    for i in 0..n {
        let mut line = format!("line {i}");
        for j in 0..8 {
            line.push_str(&format!(",{}={}", words[(i + j * 3) as usize % 8], i % 100 + j));
        }
        lines.push(line);
    }
    lines.join("\n")
}
