//! What can be written after `concerto`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Concerto: agents, tools and schemas in one checked language.
#[derive(Parser)]
#[command(
    name = "concerto",
    version,
    about = "Concerto: agents, tools and schemas in one checked language",
    after_help = "\
Start here:
  concerto new my-app              make a project that runs without a key
  concerto run hello.conc          run a program
  concerto check hello.conc        find mistakes before anything runs
  concerto test                    run the tests of this project
  concerto fmt                     write its files as they should look
  concerto repl                    try things out
  concerto explain E0201           what a code in a message means

Exit codes: 0 success, 1 the program ended in an error or a fault, or a test failed, 2 compile errors or wrong usage,
3 the program waits for a decision or an answer, 130 interrupted."
)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Make a project: an agent, a tool and tests, which run without a key
    New(NewArgs),
    /// Make a project in this folder
    #[command(after_help = "\
The project is called as its folder. `README.md` and `.gitignore` are kept where they are there already; where `Concerto.toml`
or `src/main.conc` is, nothing is written.")]
    Init,
    /// Compile a program and run it
    Run(RunArgs),
    /// Go on with a program that waits for a decision or an answer
    Resume(ResumeArgs),
    /// Find mistakes without running anything
    Check(CheckArgs),
    /// Compile a program into a `.conc-ir` file, or show what the compiler makes of it
    Build(BuildArgs),
    /// Run the tests of a program
    Test(TestArgs),
    /// Try things out: entries are run and shown, one after the other
    Repl(ReplArgs),
    /// Write programs in the one layout that all have
    Fmt(FmtArgs),
    /// Show the instructions of a program
    Dis(DisArgs),
    /// Servers of tools: what they offer, and this program's own tools as one
    Mcp(McpArgs),
    /// Print the page of a diagnostic's code
    Explain(ExplainArgs),
    /// Print a script that completes commands in your shell
    Completions(CompletionsArgs),
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto new my-app              a project in the folder `my-app`
  concerto new my-app tools/app    in another folder, which is made
  concerto init                    in the folder we are in")]
pub(crate) struct NewArgs {
    /// Its name: letters a to z, digits, `-` and `_`
    pub(crate) name: String,
    /// Its folder, which must be empty or not there yet; without one, a folder with its name
    pub(crate) path: Option<PathBuf>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto check                   the project around this folder
  concerto check src/main.conc     one program, starting at this file
  concerto check a.conc b.conc     two programs
  concerto check --json main.conc  one JSON object a line, on standard output")]
pub(crate) struct CheckArgs {
    /// Entry files, or folders with a `Concerto.toml`; without one, the project around this folder
    pub(crate) paths: Vec<PathBuf>,
    /// Print diagnostics as JSON, one object a line, on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Servers that are not in `Concerto.lock` are mistakes
    #[arg(long)]
    pub(crate) locked: bool,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto run                       the project around this folder
  concerto run hello.conc            one program
  concerto run hello.conc -- Ada 3   with arguments, which `args()` gives
  concerto run hello.conc-ir         what `concerto build` wrote")]
pub(crate) struct RunArgs {
    /// The entry file, a folder with a `Concerto.toml`, or a `.conc-ir` file; without one, the project around this folder
    pub(crate) path: Option<PathBuf>,
    /// Print diagnostics, faults and what agents do as JSON on standard error, and emits on standard output, one object a
    /// line
    #[arg(long)]
    pub(crate) json: bool,
    /// Show nothing of what agents do, and no warnings about it
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Write what agents do to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Where the program is written to when it waits for a decision or an answer; `concerto resume FILE` goes on from there
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Use only servers that `Concerto.lock` knows
    #[arg(long)]
    pub(crate) locked: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// The program's arguments
    #[arg(last = true)]
    pub(crate) args: Vec<String>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto run main.conc --state s.json          exits with 3 where the program waits
  concerto resume s.json                         what it waits for
  concerto resume s.json --allow call_1          the call runs, and the program goes on
  concerto resume s.json --deny call_1 'too late'
  concerto resume s.json --answer call_2 '\"red\"'

A call that nobody decided on is cancelled. An approved call runs once, also where this process is killed meanwhile: then the
same command goes on, and the call counts as cancelled if nobody knows how it ended.")]
pub(crate) struct ResumeArgs {
    /// The file that `--state` named
    pub(crate) file: PathBuf,
    /// This call may run
    #[arg(long, value_name = "ID")]
    pub(crate) allow: Vec<String>,
    /// This call may not run, and why
    #[arg(long, num_args = 2, value_names = ["ID", "WHY"], action = clap::ArgAction::Append)]
    pub(crate) deny: Vec<String>,
    /// The answer to this call
    #[arg(long, num_args = 2, value_names = ["ID", "JSON"], action = clap::ArgAction::Append)]
    pub(crate) answer: Vec<String>,
    /// Print diagnostics, faults and what agents do as JSON on standard error, and emits on standard output, one object a
    /// line
    #[arg(long)]
    pub(crate) json: bool,
    /// Show nothing of what agents do, and no warnings about it
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Write what agents do to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ClapArgs)]
pub(crate) struct McpArgs {
    #[command(subcommand)]
    pub(crate) command: McpCommand,
}

#[derive(Subcommand)]
pub(crate) enum McpCommand {
    /// Show what the servers of this project offer
    List(McpListArgs),
    /// Call a tool of a server
    Call(McpCallArgs),
    /// Write down what the servers offer, so that changes are found
    Lock(McpLockArgs),
    /// Sign in to a server
    Login(McpLoginArgs),
    /// Serve the tools of a program
    Serve(McpServeArgs),
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto mcp list                 all servers of the project around this folder
  concerto mcp list files           one of them
  concerto mcp list files --json    with all schemas")]
pub(crate) struct McpListArgs {
    /// A server of the manifest; all of them without one
    pub(crate) server: Option<String>,
    /// Print tools as JSON, one object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// A folder with a `Concerto.toml`; without one, the project around this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto mcp call files read_file '{\"path\": \"notes.txt\"}'
  concerto mcp call files list_roots")]
pub(crate) struct McpCallArgs {
    /// A server of the manifest
    pub(crate) server: String,
    /// The tool
    pub(crate) tool: String,
    /// Its arguments, a JSON object
    #[arg(default_value = "{}")]
    pub(crate) arguments: String,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// A folder with a `Concerto.toml`; without one, the project around this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto mcp lock            writes `Concerto.lock` beside the manifest
  concerto mcp lock files      only one server; the others stay as they are
  concerto mcp lock --check    writes nothing; exits with 1 where something has changed

From then on, a server whose tools have other names, descriptions or schemas is refused until it is locked again.")]
pub(crate) struct McpLockArgs {
    /// Servers of the manifest; all of them without one
    pub(crate) servers: Vec<String>,
    /// Only say what has changed
    #[arg(long)]
    pub(crate) check: bool,
    /// A folder with a `Concerto.toml`; without one, the project around this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}

#[derive(ClapArgs)]
pub(crate) struct McpLoginArgs {
    /// A server of the manifest
    pub(crate) server: String,
    /// A folder with a `Concerto.toml`; without one, the project around this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto mcp serve tools.conc                         over standard input and output, for a client that starts it
  concerto mcp serve tools.conc --http 127.0.0.1:8080   over HTTP, at http://127.0.0.1:8080/mcp
  concerto mcp serve --http 127.0.0.1:8080 --token-env SERVER_TOKEN
                                                        only for those who send the token

Every `pub fn` of the program's tools can be called, and every agent with `@expose`. What the program prints goes to standard
error.")]
pub(crate) struct McpServeArgs {
    /// The entry file, a folder with a `Concerto.toml`, or a `.conc-ir` file; without one, the project around this folder
    pub(crate) path: Option<PathBuf>,
    /// Serve over HTTP at this address, and not over standard input and output
    #[arg(long, value_name = "ADDR")]
    pub(crate) http: Option<std::net::SocketAddr>,
    /// The variable that holds the token which clients have to send
    #[arg(long, value_name = "NAME", requires = "http")]
    pub(crate) token_env: Option<String>,
    /// A name under which clients may reach the server, besides those of this machine
    #[arg(long, value_name = "HOST", requires = "http")]
    pub(crate) allow_host: Vec<String>,
    /// A page whose scripts may call the server
    #[arg(long, value_name = "ORIGIN", requires = "http")]
    pub(crate) allow_origin: Vec<String>,
    /// Call functions by their own names, without that of their tool
    #[arg(long)]
    pub(crate) short_names: bool,
    /// Show nothing of what agents do, and no warnings about it
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Write what agents do to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How much a program may use.
#[derive(ClapArgs, Clone)]
pub(crate) struct LimitArgs {
    /// How many loops and calls a program may do
    #[arg(long, value_name = "N")]
    pub(crate) fuel: Option<u64>,
    /// How many bytes of memory a program may use
    #[arg(long, value_name = "BYTES")]
    pub(crate) memory: Option<usize>,
    /// How many calls may be inside each other
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<usize>,
    /// For tests: write the program down and read it again at every effect
    #[arg(long, hide = true)]
    pub(crate) suspend: bool,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto build main.conc                 writes main.conc-ir
  concerto build main.conc -o out.conc-ir  writes another file
  concerto build main.conc --emit tokens   the words that the lexer sees
  concerto build main.conc --emit ast      the tree that the parser makes of them
  concerto build main.conc --emit tree     what its functions do, with all types and coercions
  concerto build main.conc --emit ir       the instructions of the machine
  concerto build main.conc --emit schemas  what models are told of tools
  concerto build main.conc --emit schemas --provider anthropic
                                           the same, as one provider gets it")]
pub(crate) struct BuildArgs {
    /// The entry file, or a folder with a `Concerto.toml`; without one, the project around this folder
    pub(crate) path: Option<PathBuf>,
    /// The file to write; without it, the entry file's name with the ending `.conc-ir`
    #[arg(short, long, value_name = "OUT", conflicts_with = "emit")]
    pub(crate) output: Option<PathBuf>,
    /// Build it as a server of its tools, too, for `concerto mcp serve`
    #[arg(long, conflicts_with = "emit")]
    pub(crate) serve: bool,
    /// Print this to standard output, and write no file
    #[arg(long, value_enum)]
    pub(crate) emit: Option<Emit>,
    /// With `--emit schemas`: all tools as this provider gets them (openai, openai-chat, anthropic, google, ollama)
    #[arg(long, value_name = "NAME", requires = "emit")]
    pub(crate) provider: Option<String>,
    /// Print diagnostics as JSON, one object a line, on standard error
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a phase of the compiler gives.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// Tokens, one a line, with their places
    Tokens,
    /// The tree of the file
    Ast,
    /// What the functions of the program do, with all types, calls and coercions written out
    Tree,
    /// The instructions of the machine
    Ir,
    /// JSON Schemas of tools and schemas, and what agents send of them
    Schemas,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto test                       the tests of the project around this folder
  concerto test src/main.conc         the tests of one program
  concerto test --filter parse        the tests with `parse` in their titles")]
pub(crate) struct TestArgs {
    /// The entry file, a folder with a `Concerto.toml`, or a `.conc-ir` file; without one, the project around this folder
    pub(crate) path: Option<PathBuf>,
    /// Run only tests with this text in their titles
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Show the tests that took longest
    #[arg(long)]
    pub(crate) durations: bool,
    /// Print results as JSON, one object a line, on standard output, and diagnostics likewise on standard error
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto repl                    begins with nothing
  concerto repl src/main.conc      begins with what a file declares and does
  echo '1 + 2' | concerto repl     reads entries from a pipe; ends with 1 where one of them failed

In a session, `:help` shows what there is.")]
pub(crate) struct ReplArgs {
    /// A file, or a folder with a `Concerto.toml`, whose program is loaded first
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto fmt                     all files of the project around this folder
  concerto fmt src main.conc       all files below a folder, and one file
  concerto fmt --check             changes nothing, and ends with 1 where something would be changed
  concerto fmt - < main.conc       standard input, formatted, on standard output

Hidden folders and folders called `target` are left out. A file with syntax errors is left as it is, and ends with 2.")]
pub(crate) struct FmtArgs {
    /// Files, folders, or `-` for standard input; without one, the project around this folder
    pub(crate) paths: Vec<PathBuf>,
    /// Change nothing: show what would be changed, and end with 1 if there is something
    #[arg(long)]
    pub(crate) check: bool,
    /// Read standard input and write to standard output, as `-` does
    #[arg(long, conflicts_with = "paths")]
    pub(crate) stdin: bool,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto dis main.conc-ir    what `concerto build` wrote
  concerto dis main.conc       what `concerto build` would write")]
pub(crate) struct DisArgs {
    /// A `.conc-ir` file, an entry file, or a folder with a `Concerto.toml`
    pub(crate) path: PathBuf,
}

#[derive(ClapArgs)]
pub(crate) struct ExplainArgs {
    /// A code such as E0201; without one, all codes are listed
    pub(crate) code: Option<String>,
}

#[derive(ClapArgs)]
#[command(after_help = "\
Examples:
  concerto completions bash > ~/.local/share/bash-completion/completions/concerto
  concerto completions zsh > ~/.zfunc/_concerto
  concerto completions fish > ~/.config/fish/completions/concerto.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
