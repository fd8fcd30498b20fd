//! `qjs FILE ARGS…`: runs a script in QuickJS with `print` and `scriptArgs`, and nothing else of the real command.

use std::process::ExitCode;

use rquickjs::{CatchResultExt, Coerced, Context, Function, Runtime};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Vec<String>) -> Result<(), String> {
    let file = args.first().ok_or("usage: qjs FILE [ARGS…]")?;
    let script = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let runtime = Runtime::new().map_err(|error| error.to_string())?;
    let context = Context::full(&runtime).map_err(|error| error.to_string())?;
    context.with(|ctx| {
        let run = || {
            let print = Function::new(ctx.clone(), |value: Coerced<String>| println!("{}", value.0))?;
            ctx.globals().set("print", print)?;
            ctx.globals().set("scriptArgs", args)?;
            ctx.eval::<(), _>(script)
        };
        run().catch(&ctx).map_err(|error| error.to_string())
    })
}
