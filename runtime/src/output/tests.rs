//! What is written, and when.

use super::*;

/// A reader that takes so many bytes and is gone then.
struct Short(usize, ErrorKind);

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => {
                self.0 = left;
                Ok(bytes.len())
            }
            None => Err(self.1.into()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn lines_are_kept_back_until_they_have_to_be_seen() {
    let (stdout, stderr) = (Captured::default(), Captured::default());
    let mut output = Output::new(Box::new(stdout.clone()), Box::new(stderr.clone()));
    output.print("one");
    assert_eq!(stdout.text(), "");
    output.eprint("two");
    assert_eq!((stdout.text().as_str(), stderr.text().as_str()), ("one\n", "two\n"));
    output.print(&"x".repeat(KEPT_MAX));
    assert_eq!(stdout.text().len(), 4 + KEPT_MAX + 1, "much is written at once");
}

#[test]
fn a_reader_that_has_gone_is_no_failure() {
    let mut output = Output::new(Box::new(Short(4, ErrorKind::BrokenPipe)), Box::new(Captured::default()));
    output.print("one");
    output.flush();
    assert_eq!(output.lost(), None);
    output.print("two");
    output.flush();
    assert_eq!(output.lost(), Some(&Lost::Closed));
    output.print("three");
    output.flush();
    assert_eq!(output.lost(), Some(&Lost::Closed), "and nothing is tried after it");
}

#[test]
fn a_full_disk_is_told() {
    let mut output = Output::new(Box::new(Short(0, ErrorKind::StorageFull)), Box::new(Captured::default()));
    output.print("one");
    output.flush();
    assert_eq!(output.lost(), Some(&Lost::Failed("standard output cannot be written: no storage space".to_owned())));
}
