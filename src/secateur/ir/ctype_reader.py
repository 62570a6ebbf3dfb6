"""Reads C types from the nodes `DIBasicType`, `DIDerivedType`, `DICompositeType` and `DISubroutineType`."""

from __future__ import annotations

from functools import partial

from secateur.ir.ctype import (
    CArray,
    CEnum,
    CField,
    CFloat,
    CFunctionPointer,
    CInt,
    CPointer,
    CStruct,
    CType,
    CTypedef,
    CUnknown,
    CVoid,
)
from secateur.ir.metadata import Metadata, Node

_QUALIFIERS = frozenset(("DW_TAG_const_type", "DW_TAG_volatile_type", "DW_TAG_restrict_type", "DW_TAG_atomic_type"))
_SIGNED = frozenset(("DW_ATE_signed", "DW_ATE_signed_char"))
_UNSIGNED = frozenset(("DW_ATE_unsigned", "DW_ATE_unsigned_char", "DW_ATE_boolean", "DW_ATE_UTF"))


class CTypeReader:
    """Reads types by `!number`, each node once, so that one struct is one object."""

    def __init__(self, metadata: Metadata) -> None:
        self._metadata = metadata
        self._read: dict[str, CType | None] = {}

    def read(self, reference: str | None) -> CType | None:
        """The type of a node, without `const` and other qualifiers; None for void."""
        if reference is None:
            return None
        if reference not in self._read:
            self._read[reference] = self._make(self._metadata.node(reference))
        return self._read[reference]

    def is_constant(self, reference: str | None) -> bool:
        """Whether an object of the type is read-only: const, a typedef of a const type, or an array of one."""
        node = self._metadata.node(reference)
        while node.kind:
            tag = node.fields.get("tag")
            if tag == "DW_TAG_const_type":
                return True
            if tag not in _QUALIFIERS and tag not in ("DW_TAG_typedef", "DW_TAG_array_type"):
                return False
            node = self._metadata.node(node.reference("baseType"))
        return False

    def function(self, reference: str | None) -> CFunctionPointer:
        """The result and the parameters of a `DISubroutineType`; a trailing null stands for `...`."""
        items = self._metadata.items(self._metadata.node(reference).reference("types"))
        variadic = len(items) > 1 and items[-1] == "null"
        parameters = items[1:-1] if variadic else items[1:]
        result = self.read(items[0]) if items and items[0] != "null" else None
        return CFunctionPointer(result, tuple(self.read(p) or CVoid() for p in parameters), variadic)

    def _make(self, node: Node) -> CType | None:
        match node.kind:
            case "DIBasicType":
                return _basic(node)
            case "DIDerivedType":
                return self._derived(node)
            case "DICompositeType":
                return self._composite(node)
            case _:
                return CUnknown(node.text("name") or node.kind or "?")

    def _derived(self, node: Node) -> CType | None:
        tag, base = node.fields.get("tag", ""), node.reference("baseType")
        if tag == "DW_TAG_restrict_type":
            return self._restricted(self.read(base))
        if tag in _QUALIFIERS:
            return self.read(base)
        if tag == "DW_TAG_typedef":
            return CTypedef(node.text("name"), self.read(base) or CVoid())
        if tag == "DW_TAG_pointer_type":
            target = self._metadata.node(base)
            if target.kind == "DISubroutineType":
                return self.function(base)
            return CPointer(partial(self.read, base), const=self.is_constant(base))
        return CUnknown(node.text("name") or tag)

    def _restricted(self, kind: CType | None) -> CType | None:
        if not isinstance(kind, CPointer):
            return kind
        return CPointer(lambda: kind.to, const=kind.const, restrict=True)

    def _composite(self, node: Node) -> CType:
        name, size = node.text("name"), node.number("size") // 8
        match node.fields.get("tag"):
            case "DW_TAG_structure_type":
                return self._struct(node, name, "struct", size)
            case "DW_TAG_union_type":
                return self._struct(node, name, "union", size)
            case "DW_TAG_enumeration_type":
                return self._enum(node, name, size)
            case "DW_TAG_array_type" if "DIFlagVector" not in node.fields.get("flags", ""):
                return self._array(node)
            case _:
                return CUnknown(name or "vector")

    def _struct(self, node: Node, name: str, tag: str, size: int) -> CStruct:
        complete = "DIFlagFwdDecl" not in node.fields.get("flags", "")
        fields = []
        for item in self._metadata.items(node.reference("elements")):
            member = self._metadata.node(item)
            is_bits = "DIFlagBitField" in member.fields.get("flags", "")
            fields.append(
                CField(
                    member.text("name"),
                    self.read(member.reference("baseType")) or CVoid(),
                    member.number("offset"),
                    member.number("size") if is_bits else None,
                    self.is_constant(member.reference("baseType")),
                )
            )
        return CStruct(name, tag, size, tuple(fields), complete)

    def _enum(self, node: Node, name: str, size: int) -> CEnum:
        base = self._metadata.node(node.reference("baseType"))
        members = (self._metadata.node(item) for item in self._metadata.items(node.reference("elements")))
        values = tuple((m.text("name"), m.number("value")) for m in members)
        return CEnum(name, size, base.fields.get("encoding") in _SIGNED, values)

    def _array(self, node: Node) -> CType:
        kind = self.read(node.reference("baseType")) or CVoid()
        for item in reversed(self._metadata.items(node.reference("elements"))):
            count = self._metadata.node(item).number("count", -1)
            kind = CArray(kind, count if count >= 0 else None)
        return kind


def _basic(node: Node) -> CType:
    name, size, encoding = node.text("name"), node.number("size") // 8, node.fields.get("encoding", "")
    if encoding == "DW_ATE_float":
        return CFloat(name, size)
    if encoding in _SIGNED or encoding in _UNSIGNED:
        return CInt(name, size, encoding in _SIGNED, name == "char", encoding == "DW_ATE_boolean")
    return CUnknown(name)
