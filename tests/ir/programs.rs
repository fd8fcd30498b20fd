//! What tasks, tools, pipelines, tests and whole programs become.

#[test]
fn spawn_starts_a_task_and_await_gets_its_result() {
    check!(
        r#"
        fn work(n: Int) -> Int { n * 2 }
        fn main() {
            let n = 4;
            let task = spawn work(n + 1);
            match await task {
                Ok(value) => print(value),
                Err(_) => print("failed"),
            }
        }
        "#
    );
}

#[test]
fn await_of_a_tuple_runs_its_elements_at_once() {
    check!(
        r#"
        fn name() -> String { "Ada" }
        fn age(n: Int) -> Int { n }
        fn main() {
            let (who, years) = await (name(), age(36));
            print("${who} ${years}");
        }
        "#
    );
}

#[test]
fn race_gives_the_first() {
    check!(
        r#"
        fn slow() -> Int {
            sleep(1s);
            1
        }
        fn main() { print(race [slow(), 1 + 1]); }
        "#
    );
}

#[test]
fn par_map_and_timeout_take_closures() {
    check!(
        r#"
        fn main() {
            let doubled = [1, 2].par_map(|x| x * 2, limit: 2);
            print(timeout(5s, || doubled.len()));
        }
        "#
    );
}

#[test]
fn tools_keep_their_state() {
    check!(
        r#"
        tool Counter {
            description: "Counts",
            count: Int = 0,
            names: Array<String> = [],

            @describe("Add to the count")
            pub fn add(mut self, @param("how many") n: Int) -> Int {
                self.count += n;
                self.names.push(label(n));
                self.count
            }

            @describe("The count")
            pub fn get(self) -> Int { self.count }

            fn label(n: Int) -> String { "+${n}" }
        }
        fn main() {
            Counter.add(2);
            print(Counter.get());
        }
        "#
    );
}

#[test]
fn a_pipeline_hands_values_from_stage_to_stage() {
    check!(
        r#"
        pipeline Count(text: String) -> String {
            stage split(text: String) -> Array<String> { text.split(" ") }
            stage count(words: Array<String>) -> Result<Int, String> {
                if words.is_empty() { Err("no words") } else { Ok(words.len()) }
            }
            stage show(count: Int) -> String { "${count} words" }
        }
        fn main() -> Result<(), Error> {
            print(Count.run("a b")?);
            Ok(())
        }
        "#
    );
}

#[test]
fn a_script_ends_in_ok() {
    check!(
        r#"
        fn double(n: Int) -> Int { n * 2 }
        let number = "21".parse_int().ok_or("no number")?;
        print(double(number));
        "#
    );
}

#[test]
fn tests_are_functions_with_titles() {
    check!(
        r#"
        fn half(n: Int) -> Int { n / 2 }
        @test
        fn halves() { assert_eq(half(4), 2); }
        @test("nothing is divided by zero")
        @expect_fail("division by zero")
        fn no_zero() { assert(1 / half(0) == 0, "no"); }
        fn main() { print(half(2)); }
        "#
    );
}

#[test]
fn constants_stand_where_they_are_used() {
    check!(
        r#"
        const LIMIT: Int = 10 * 10;
        const NAMES: Array<String> = ["a", "b"];
        fn over(n: Int) -> Bool { n > LIMIT }
        fn main() { print((over(LIMIT + 1), NAMES[0], NAMES.len())); }
        "#
    );
}

#[test]
fn texts_are_appended_in_place() {
    check!(
        r#"
        fn stars(count: Int) -> String {
            let mut text = "";
            for i in 0..count {
                text += "*";
                text = text + "${i}";
            }
            text
        }
        fn main() { print(stars(3)); }
        "#
    );
}

#[test]
fn the_last_use_of_a_value_moves_it() {
    check!(
        r#"
        struct Box { items: Array<Int> }
        fn grow(list: Array<Int>) -> Array<Int> {
            let mut longer = list;
            longer.push(1);
            longer
        }
        fn once() -> Array<Int> {
            let list = [1, 2];
            grow(list)
        }
        fn twice() -> (Array<Int>, Array<Int>) {
            let list = [1, 2];
            let longer = grow(list);
            (list, longer)
        }
        fn open(box: Box) -> Array<Int> {
            let kept = Box { items: box.items };
            kept.items
        }
        fn main() { print((once(), twice(), open(Box { items: [3] }))); }
        "#
    );
}

#[test]
fn a_panic_and_an_exit_code_end_a_program() {
    check!(
        r#"
        fn check(n: Int) -> Int {
            if n > 5 { panic("too many: ${n}"); }
            n
        }
        fn main() -> Int { check(3) }
        "#
    );
}
