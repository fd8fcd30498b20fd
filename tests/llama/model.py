"""Writes a tiny model of the llama architecture with random weights: `model.py TEMPLATE OUT`.

It knows the printable ASCII characters and the marks of ChatML, one token each: what it says is noise, and under a grammar
one of the things that the grammar allows. Only two tokens are likelier than the others, the end and the beginning of a call:
the server lets a model talk before a call that is required. The chat template goes into the file's metadata. The same every time.
"""

import sys
from pathlib import Path

import gguf
import numpy

LAYERS = 2
WIDTH = 64
HEADS = 4
INNER = 128
CONTEXT = 16384
SEED = 7

# The byte-level alphabet of GPT-2 writes a space and a line break with other letters.
PLAIN = [chr(code) for code in range(0x21, 0x7F)] + ["\u0120", "\u010a"]
END = "<|im_end|>"
# As a whole what makes the server expect a call. The tokenizer never makes it out of a text, as there are no merges for it.
CALL = "<tool_call>\u010a"
MARKS = ["<|endoftext|>", "<|im_start|>", END]
# The format wants at least one.
MERGES = ["t h"]
WORDS = PLAIN + [merge.replace(" ", "") for merge in MERGES] + [CALL] + MARKS
LIKELY = {END: 2.5, CALL: 2.0}


def main() -> None:
    template, out = Path(sys.argv[1]), Path(sys.argv[2])
    writer = gguf.GGUFWriter(out, "llama")
    write_shape(writer)
    write_words(writer, template.read_text(encoding="utf-8"))
    write_weights(writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def write_shape(writer: gguf.GGUFWriter) -> None:
    writer.add_name("tiny")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)


def write_words(writer: gguf.GGUFWriter, template: str) -> None:
    writer.add_vocab_size(len(WORDS))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(WORDS)
    writer.add_token_types([gguf.TokenType.CONTROL if word in MARKS else gguf.TokenType.NORMAL for word in WORDS])
    writer.add_token_merges(MERGES)
    writer.add_bos_token_id(WORDS.index("<|endoftext|>"))
    writer.add_eos_token_id(WORDS.index(END))
    writer.add_add_bos_token(False)
    writer.add_chat_template(template)


def write_weights(writer: gguf.GGUFWriter) -> None:
    random = numpy.random.default_rng(SEED)

    def noise(*shape: int) -> numpy.ndarray:
        return random.normal(0, 0.1, shape).astype(numpy.float32)

    def ones() -> numpy.ndarray:
        return numpy.ones(WIDTH, dtype=numpy.float32)

    # The first number of every state is the same, so that it can make a token likely: no layer writes to it.
    words = noise(len(WORDS), WIDTH)
    words[:, 0] = 1
    writer.add_tensor("token_embd.weight", words)
    for layer in range(LAYERS):
        block = f"blk.{layer}"
        out, down = noise(WIDTH, WIDTH), noise(WIDTH, INNER)
        out[0] = down[0] = 0
        writer.add_tensor(f"{block}.attn_norm.weight", ones())
        for name in ["attn_q", "attn_k", "attn_v"]:
            writer.add_tensor(f"{block}.{name}.weight", noise(WIDTH, WIDTH))
        writer.add_tensor(f"{block}.attn_output.weight", out)
        writer.add_tensor(f"{block}.ffn_norm.weight", ones())
        for name in ["ffn_gate", "ffn_up"]:
            writer.add_tensor(f"{block}.{name}.weight", noise(INNER, WIDTH))
        writer.add_tensor(f"{block}.ffn_down.weight", down)
    writer.add_tensor("output_norm.weight", ones())
    likely = noise(len(WORDS), WIDTH)
    likely[:, 0] = 0
    for word, weight in LIKELY.items():
        likely[WORDS.index(word), 0] = weight
    writer.add_tensor("output.weight", likely)


if __name__ == "__main__":
    main()
