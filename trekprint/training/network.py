"""The network, and its ONNX file written node by node.

A plain stack of 3 x 3 convolutions. Writing the file ourselves keeps it to operators
that every OpenCV since 4.10 reads alike, and independent of PyTorch's exporters.
"""

from __future__ import annotations

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from trekprint.scan.digits import CLASSES, INPUT_SIZE

WIDTHS = (32, 48, 80, 128)
"""Channels after each halving of the picture."""
OPSET, IR_VERSION = 13, 8
DROPOUT = 0.25


def _block(
    inputs: int, outputs: int, size: int = 3, stride: int = 1
) -> list[nn.Module]:
    convolution = nn.Conv2d(
        inputs, outputs, size, stride=stride, padding=size // 2, bias=False
    )
    return [convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]


def make_network() -> nn.Sequential:
    """An untrained network: (n, 1, 48, 48) -> (n, classes) logits."""
    a, b, c, d = WIDTHS
    return nn.Sequential(
        *_block(1, a, size=5, stride=2),
        *_block(a, b),
        nn.MaxPool2d(2),
        *_block(b, c),
        *_block(c, c),
        nn.MaxPool2d(2),
        *_block(c, d),
        *_block(d, d),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(DROPOUT),
        nn.Linear(9 * d, len(CLASSES)),
    )


def from_onnx(model: bytes) -> nn.Sequential:
    """The network of a file that `to_onnx` wrote, to go on training it.

    The file holds the normalisations folded into the convolutions, so theirs are set to
    change nothing but add the bias: `train` leaves their statistics alone.

    Raises:
        KeyError, RuntimeError: The file holds another network.
    """
    values = {
        tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy())
        for tensor in onnx.load_from_string(model).graph.initializer
    }
    network = make_network()
    layers = list(network)
    with torch.no_grad():
        for place, layer in enumerate(layers):
            if isinstance(layer, nn.Conv2d):
                norm = layers[place + 1]
                layer.weight.copy_(values[f"kernel_{place}"])
                norm.running_var.fill_(1 - norm.eps)
                norm.bias.copy_(values[f"bias_{place}"])
            elif isinstance(layer, nn.Linear):
                layer.weight.copy_(values["matrix"])
                layer.bias.copy_(values["offset"])
    return network


def weight_count(network: nn.Sequential) -> int:
    """How many numbers the network has learned."""
    return sum(parameter.numel() for parameter in network.parameters())


def to_onnx(network: nn.Sequential, *, temperature: float, lapse: float) -> bytes:
    """An ONNX file: `cells` (n, 1, 48, 48) -> `probabilities` (n, classes).

    Args:
        network: As `make_network` makes it, trained.
        temperature: The logits are divided by this; folded into the last layer.
        lapse: Share of circles where the network is taken to know nothing; mixed in as
            an equal share for each class.
    """
    nodes: list[onnx.NodeProto] = []
    weights: list[onnx.TensorProto] = []

    def constant(name: str, values: Tensor | np.ndarray) -> str:
        array = np.ascontiguousarray(np.asarray(values, np.float32))
        weights.append(numpy_helper.from_array(array, name))
        return name

    def node(kind: str, inputs: list[str], **attributes: object) -> str:
        name = f"{kind.lower()}_{len(nodes)}"
        nodes.append(helper.make_node(kind, inputs, [name], name, **attributes))
        return name

    value, layers = "cells", list(network.eval())
    for place, layer in enumerate(layers):
        if isinstance(layer, nn.Conv2d):
            norm = layers[place + 1]
            assert isinstance(norm, nn.BatchNorm2d)
            kernel, bias = _folded(layer, norm)
            inputs = [
                value,
                constant(f"kernel_{place}", kernel),
                constant(f"bias_{place}", bias),
            ]
            pads = [int(layer.padding[0])] * 4
            value = node(
                "Conv",
                inputs,
                kernel_shape=list(layer.kernel_size),
                strides=list(layer.stride),
                pads=pads,
            )
        elif isinstance(layer, nn.ReLU):
            value = node("Relu", [value])
        elif isinstance(layer, nn.MaxPool2d):
            value = node("MaxPool", [value], kernel_shape=[2, 2], strides=[2, 2])
        elif isinstance(layer, nn.Flatten):
            value = node("Flatten", [value], axis=1)
        elif isinstance(layer, nn.Linear):
            matrix = constant("matrix", layer.weight.detach() / temperature)
            offset = constant("offset", layer.bias.detach() / temperature)
            value = node("Gemm", [value, matrix, offset], transB=1)
    value = node("Softmax", [value], axis=1)
    value = node("Mul", [value, constant("known", np.float32(1 - lapse))])
    share = constant("unknown", np.float32(lapse / len(CLASSES)))
    nodes.append(helper.make_node("Add", [value, share], ["probabilities"], "add"))
    size = [INPUT_SIZE, INPUT_SIZE]
    graph = helper.make_graph(
        nodes,
        "numbers",
        [helper.make_tensor_value_info("cells", TensorProto.FLOAT, ["n", 1, *size])],
        [
            helper.make_tensor_value_info(
                "probabilities", TensorProto.FLOAT, ["n", len(CLASSES)]
            )
        ],
        weights,
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("", OPSET)],
        producer_name="trekprint",
        ir_version=IR_VERSION,
    )
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def _folded(layer: nn.Conv2d, norm: nn.BatchNorm2d) -> tuple[Tensor, Tensor]:
    """Kernel and bias of a convolution with the normalisation after it."""
    with torch.no_grad():
        assert norm.running_var is not None
        assert norm.running_mean is not None
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        return layer.weight * gain[:, None, None, None], (
            norm.bias - norm.running_mean * gain
        )
