"""Makes the models that test/transcription/sherpa.test.ts listens with: real streaming models in their interface, two tones in what they know.
Of each 40 ms they say the word of the band that is louder than a line at rest, else nothing.

    pip install onnx numpy && python3 test/transcription/toy-models/make.py test/transcription/toy-models

Metadata, inputs and states are those that sherpa-onnx reads (its online-zipformer2-ctc-model.cc and online-conformer-transducer-model.cc);
the states pass through untouched.
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

frames, shift, subsampling, bins = 45, 32, 4, 80
steps = shift // subsampling
words = ["<blk>", "<unk>", "▁LOW", "▁HIGH"]
# Of the 80 mel bands from 20 Hz to 8 kHz: around 500 Hz, and around 2 kHz.
bands = {"low": (8, 24), "high": (40, 56)}
# Between a line at rest and a tone at −15 dB of full scale, as logarithms of a band's energy.
threshold = -2.0


def constant(name, values, dtype=np.int64):
    return numpy_helper.from_array(np.array(values, dtype=dtype), name)


def logits():
    """The nodes from `x` (N, frames, bins) to `logits` (N, steps, words), and their constants."""
    nodes = [
        helper.make_node("Slice", ["x", "from", "to", "time"], ["chunk"]),
        helper.make_node("Reshape", ["chunk", "grouped_shape"], ["grouped"]),
        helper.make_node("ReduceMean", ["grouped"], ["means"], axes=[2], keepdims=0),
    ]
    constants = [
        constant("from", [0]),
        constant("to", [shift]),
        constant("time", [1]),
        constant("grouped_shape", [-1, steps, subsampling, bins]),
        constant("band", [2]),
        constant("zero", 0, np.float32),
        constant("never", -100, np.float32),
        constant("rest", threshold, np.float32),
    ]
    for name, (first, last) in bands.items():
        constants += [constant(f"{name}_first", [first]), constant(f"{name}_last", [last])]
        nodes += [
            helper.make_node("Slice", ["means", f"{name}_first", f"{name}_last", "band"], [f"{name}_bins"]),
            helper.make_node("ReduceMax", [f"{name}_bins"], [name], axes=[2], keepdims=1),
        ]
    nodes += [
        helper.make_node("Mul", ["low", "zero"], ["nothing"]),
        helper.make_node("Add", ["nothing", "rest"], ["blank"]),
        helper.make_node("Add", ["nothing", "never"], ["unknown"]),
        helper.make_node("Concat", ["blank", "unknown", "low", "high"], ["logits"], axis=2),
    ]
    return nodes, constants


def write(file, nodes, constants, inputs, outputs, metadata, states=None):
    """`states`: by their names; they come out as they went in."""
    for name, shape in (states or {}).items():
        inputs = [*inputs, helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)]
        outputs = [*outputs, helper.make_tensor_value_info(f"new_{name}", TensorProto.FLOAT, shape)]
        nodes = [*nodes, helper.make_node("Identity", [name], [f"new_{name}"])]
    if states:
        inputs = [*inputs, helper.make_tensor_value_info("processed_lens", TensorProto.INT64, ["N"])]
        outputs = [*outputs, helper.make_tensor_value_info("new_processed_lens", TensorProto.INT64, ["N"])]
        nodes = [*nodes, helper.make_node("Add", ["processed_lens", "more"], ["new_processed_lens"])]
        constants = [*constants, constant("more", [shift])]
    graph = helper.make_graph(nodes, "two-tones", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    helper.set_model_props(model, {name: str(value) for name, value in metadata.items()})
    onnx.checker.check_model(model)
    file.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, file)
    (file.parent / "tokens.txt").write_text("".join(f"{word} {n}\n" for n, word in enumerate(words)))


def of_floats(name, *shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, list(shape))


def write_ctc(folder):
    nodes, constants = logits()
    write(
        folder / "model.onnx",
        [*nodes, helper.make_node("LogSoftmax", ["logits"], ["log_probs"], axis=2)],
        constants,
        [of_floats("x", "N", frames, bins)],
        [of_floats("log_probs", "N", steps, len(words))],
        {
            "model_type": "zipformer2",
            "T": frames,
            "decode_chunk_len": shift,
            "encoder_dims": 4,
            "query_head_dims": 1,
            "value_head_dims": 1,
            "num_heads": 1,
            "num_encoder_layers": 1,
            "cnn_module_kernels": 3,
            "left_context_len": 1,
        },
        {
            "cached_key_0": [1, "N", 1],
            "cached_nonlin_attn_0": [1, "N", 1, 3],
            "cached_val1_0": [1, "N", 1],
            "cached_val2_0": [1, "N", 1],
            "cached_conv1_0": ["N", 4, 1],
            "cached_conv2_0": ["N", 4, 1],
            "embed_states": ["N", 128, 3, 19],
        },
    )


def write_transducer(folder):
    """The encoder says how likely each word is, the decoder that none follows itself, the joiner adds that up."""
    width = len(words)
    nodes, constants = logits()
    write(
        folder / "encoder.onnx",
        [*nodes, helper.make_node("Identity", ["logits"], ["encoder_out"])],
        constants,
        [of_floats("x", "N", frames, bins)],
        [of_floats("encoder_out", "N", steps, width)],
        {
            "model_type": "conformer",
            "T": frames,
            "decode_chunk_len": shift,
            "num_encoder_layers": 1,
            "left_context": 1,
            "encoder_dim": width,
            "pad_length": frames - shift,
            "cnn_module_kernel": 2,
        },
        {"attention": [1, 1, "N", width], "convolution": [1, 1, "N", width]},
    )
    repeats = np.diag([0, -100, -100, -100]).astype(np.float32)
    write(
        folder / "decoder.onnx",
        [
            helper.make_node("Gather", ["repeats", "y"], ["each"]),
            helper.make_node("Gather", ["each", "newest"], ["decoder_out"], axis=1),
        ],
        [constant("repeats", repeats, np.float32), constant("newest", 1)],
        [helper.make_tensor_value_info("y", TensorProto.INT64, ["N", 2])],
        [of_floats("decoder_out", "N", width)],
        {"vocab_size": width, "context_size": 2},
    )
    write(
        folder / "joiner.onnx",
        [helper.make_node("Add", ["encoder_out", "decoder_out"], ["logit"])],
        [],
        [of_floats("encoder_out", "N", width), of_floats("decoder_out", "N", width)],
        [of_floats("logit", "N", width)],
        {"joiner_dim": width},
    )


write_ctc(pathlib.Path(sys.argv[1]) / "ctc")
write_transducer(pathlib.Path(sys.argv[1]) / "transducer")
