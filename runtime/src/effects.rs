//! What programs can ask the world for: one table, one file for each group.

mod channels;
mod console;
mod emit;
mod env;
mod files;
mod http;
mod log;
mod mcp;
mod memory;
mod model;
mod process;
mod random;
mod rows;
mod schema;
mod serve;
mod testing;
mod time;
mod waits;

use std::pin::Pin;
use std::time::Instant;

pub(crate) use channels::Channels;
use concerto_vm::{Reply, Request, Value};
pub(crate) use http::Web;

pub(crate) use model::let_go;
pub(crate) use schema::misfit;

use crate::world::World;

/// What becomes of a request.
pub(crate) enum Answer {
    /// The reply is there.
    Now(Reply),
    /// The reply is `()`, and the task that asked is marked with a number.
    Mark(u64),
    /// The reply is `()`, at this time.
    At(Instant),
    /// An execution waits for somebody; this is shown of it.
    Wait(serde_json::Value),
    /// There is no reply. When nobody waits for it any more, the execution of this number has ended.
    Hold(i64),
    /// The reply comes when this is done.
    Later(Pin<Box<dyn Future<Output = Reply> + Send>>),
    /// The reply is what this gives, which may take its time in a thread.
    Work(Box<dyn FnOnce() -> Reply + Send>),
}

/// Begins to perform an effect with its arguments; nothing where the arguments are others than the library says.
type Perform = fn(&mut World, Vec<Value>) -> Option<Answer>;

/// Every effect, by name.
const EFFECTS: &[(&str, Perform)] = &[
    ("agent.approve", model::approve),
    ("agent.begin", model::begin),
    ("agent.end", model::end),
    ("agent.hold", model::hold_run),
    ("agent.note", model::note),
    ("agent.now", model::current),
    ("console.print", console::print),
    ("console.eprint", console::eprint),
    ("crypto.random_bytes", random::bytes),
    ("crypto.uuid", random::uuid),
    ("emit.send", emit::send),
    ("emit.ask", emit::ask),
    ("emit.progress", channels::progress),
    ("env.get", env::get),
    ("fs.append_file", files::append_file),
    ("fs.create_dir", files::create_dir),
    ("fs.exists", files::exists),
    ("fs.is_dir", files::is_dir),
    ("fs.list_dir", files::list_dir),
    ("fs.read_bytes", files::read_bytes),
    ("fs.read_file", files::read_file),
    ("fs.remove_dir", files::remove_dir),
    ("fs.remove_file", files::remove_file),
    ("fs.write_bytes", files::write_bytes),
    ("fs.write_file", files::write_file),
    ("http.open", http::open),
    ("http.read", http::read),
    ("http.request", http::request),
    ("ledger.clear", rows::clear),
    ("ledger.delete", rows::delete_entry),
    ("ledger.entries", rows::entries),
    ("ledger.insert", rows::insert),
    ("ledger.len", rows::count_entries),
    ("ledger.new", rows::new_ledger),
    ("ledger.open", rows::open_ledger),
    ("ledger.update", rows::update),
    ("ledger.with_keys", rows::with_keys),
    ("ledger.with_words", rows::with_words),
    ("log.write", log::write),
    ("mcp.call", mcp::call),
    ("mcp.prompt", mcp::prompt),
    ("mcp.prompts", mcp::prompts),
    ("mcp.resource", mcp::resource),
    ("mcp.resources", mcp::resources),
    ("mcp.tools", mcp::tools),
    ("memory.append", memory::append),
    ("memory.clear", memory::clear),
    ("memory.extend", memory::extend),
    ("memory.last", memory::last),
    ("memory.len", memory::len),
    ("memory.messages", memory::messages),
    ("memory.new", memory::new),
    ("memory.open", memory::open),
    ("model.call", model::call),
    ("model.hold", model::hold),
    ("model.next", model::next),
    ("model.open", model::open),
    ("process.args", process::args),
    ("process.run", process::run),
    ("progress.close", channels::close_progress),
    ("progress.enter", channels::enter),
    ("progress.next", channels::next),
    ("progress.open", channels::open_progress),
    ("random.float", random::float),
    ("random.int", random::int),
    ("random.seed", random::seed),
    ("schema.lower", schema::lower),
    ("schema.problem", schema::problem),
    ("schema.validate", schema::validate),
    ("schema.wire_names", schema::wire_names),
    ("serve.ask", serve::ask),
    ("serve.next", serve::next),
    ("serve.offer", serve::offer),
    ("serve.progress", serve::progress),
    ("serve.reply", serve::reply),
    ("store.delete", rows::delete_key),
    ("store.keys", rows::keys),
    ("store.len", rows::count_keys),
    ("store.new", rows::new_store),
    ("store.open", rows::open_store),
    ("store.read", rows::read),
    ("store.replace", rows::replace),
    ("store.set", rows::set),
    ("stream.close", channels::close_stream),
    ("stream.leave", channels::leave),
    ("stream.next", channels::next),
    ("stream.open", channels::open_stream),
    ("stream.put", channels::put),
    ("test.asked", testing::asked),
    ("test.clock", testing::clock),
    ("test.emits", testing::emits),
    ("test.mock", testing::mock),
    ("test.requests", testing::requests),
    ("time.now_ms", time::now_ms),
    ("time.sleep", time::sleep),
    ("wait.begin", waits::begin),
    ("wait.begin_call", waits::begin_call),
    ("wait.digest", waits::digest),
    ("wait.end", waits::end),
    ("wait.end_call", waits::end_call),
    ("wait.has_begun", waits::has_begun),
    ("wait.keep", waits::keep),
];

/// The names of all effects.
pub fn effects() -> impl Iterator<Item = &'static str> {
    EFFECTS.iter().map(|(name, _)| *name)
}

/// Begins to perform what a program asks for.
pub(crate) fn perform(world: &mut World, request: Request) -> Answer {
    let Request { name, args, mark, .. } = request;
    world.mark = mark;
    let Some((_, perform)) = EFFECTS.iter().find(|(known, _)| *known == name) else {
        return fault(format!("this program needs `{name}`, which this version cannot do yet"));
    };
    perform(world, args).unwrap_or_else(|| fault(format!("`{name}` was asked for with other arguments than it has")))
}

fn fault(message: impl Into<String>) -> Answer {
    Answer::Now(Reply::Fault(message.into()))
}

fn now(value: Value) -> Answer {
    Answer::Now(Reply::Value(value))
}

/// The one argument, a text.
fn text(args: Vec<Value>) -> Option<String> {
    match <[Value; 1]>::try_from(args) {
        Ok([Value::String(text)]) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
