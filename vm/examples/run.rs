//! Runs a program that is IR as JSON and prints what it gives: `cargo run -p concerto-vm --example run FILE`.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("a file is wanted")?;
    let value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let program = concerto_ir::json::from_json(&value)?;
    let entry = program.entry.ok_or("there is no entry")?;
    let verified = concerto_ir::verify::verify(program).map_err(|it| it.to_string())?;
    let mut machine =
        concerto_vm::Machine::new(verified, concerto_vm::Limits::default()).map_err(|it| it.to_string())?;
    machine.start(entry);
    let halt = machine.run(u64::MAX);
    std::io::Write::write_all(&mut std::io::stdout(), format!("{halt:?}, {} bytes\n", machine.bytes()).as_bytes())?;
    Ok(())
}
