//! Calls of small functions, and of functions that take closures, written out where they are made.

/// As it is built.
macro_rules! check_inlined {
    ($source:literal) => {
        let shown = $crate::ir::lowered($source, concerto_compiler::passes::Passes::default());
        insta::assert_snapshot!(shown);
    };
}

#[test]
fn a_small_function_is_written_where_it_is_called() {
    check_inlined!(
        "
        fn double(n: Int) -> Int { n * 2 }
        fn main() -> Int {
            let mut sum = 0;
            for i in 0..10 { sum += double(i) + double(3); }
            sum
        }
        "
    );
}

#[test]
fn a_function_that_calls_itself_is_called() {
    check_inlined!(
        "
        fn down(n: Int) -> Int { if n == 0 { 0 } else { down(n - 1) } }
        fn main() -> Int { down(5) }
        "
    );
}

#[test]
fn a_map_with_a_closure_is_one_loop() {
    check_inlined!(
        "
        fn main() -> Int {
            let xs = [1, 2, 3];
            let k = xs.len();
            xs.map(|x| x * x + k)[0]
        }
        "
    );
}

#[test]
fn a_chain_of_a_filter_and_a_fold_has_no_closures() {
    check_inlined!(
        "
        fn main() -> Int { [1, 2, 3].filter(|x| x > 2).fold(0, |a, x| a + x) }
        "
    );
}

#[test]
fn an_error_that_is_made_and_looked_at_is_not_made() {
    check_inlined!(
        "
        fn half(n: Int) -> Result<Int, String> { if n % 2 == 0 { Ok(n / 2) } else { Err(\"odd\") } }
        fn main() -> Result<(), String> {
            let _ = half(half(12)?)?;
            Ok(())
        }
        "
    );
}

#[test]
fn a_method_that_updates_its_receiver_works_on_it_where_it_is() {
    check_inlined!(
        "
        struct Counter { hits: Int, names: Array<String> }
        impl Counter {
            fn hit(mut self, name: String) { self.hits += 1; self.names.push(name); }
        }
        fn main() -> Int {
            let mut c = Counter { hits: 0, names: [] };
            c.hit(\"a\");
            c.hit(\"b\");
            c.hits
        }
        "
    );
}

#[test]
fn a_method_call_on_an_array_in_a_field_reads_it_there() {
    check_inlined!(
        "
        struct Grid { cells: Array<Int>, width: Int }
        impl Grid {
            fn at(self, x: Int, y: Int) -> Int { self.cells[y * self.width + x] }
        }
        fn main() -> Int {
            let grid = Grid { cells: [0, 1, 2, 3, 4, 5], width: 3 };
            let mut sum = 0;
            for y in 0..2 { for x in 0..3 { sum += grid.at(x, y); } }
            sum
        }
        "
    );
}
