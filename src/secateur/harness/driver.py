"""The driver: a C program that hands symbolic inputs to one function and tells what it did with them.

The same text runs in the machine, where `secateur_i32("x")` is a fresh symbolic value, and natively, where it
is the next recorded one; so a prediction and its replay cannot disagree about what was called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from secateur.harness import sights
from secateur.harness.assume import eager
from secateur.harness.declared import Declared, declare
from secateur.harness.errors import HarnessError, NotNullableError, UnknownGlobalError, UnsupportedInputError
from secateur.harness.inputs import InputPlanner
from secateur.harness.main import MainRenaming
from secateur.harness.plan import Address, FixedZero, Leaf, Pointer, Variable, storages, walk
from secateur.harness.scalars import PRIMITIVES
from secateur.harness.sights import Sight
from secateur.ir.debuginfo import CPointer, CVoid, GlobalVariable, Prototype, resolved, spelling

_ASSIGNMENT = re.compile(r"(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--")


@dataclass(frozen=True, slots=True)
class DriverOptions:
    """`string` is the longest `char *` in characters, without its NUL; `buffer` when it is not given.

    `nullable` names parameters that are pointers and may be NULL; the others always point to a buffer. `checks` are C
    expressions that are looked at after the call; in them, `result` is what it returned.
    """

    buffer: int = 4
    string: int | None = None
    symbolic: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    pointer_depth: int = 2
    nullable: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Driver:
    """What `make_driver` decided. The order of `inputs` is the order in which the text asks for them.

    `parameters` has a variable for each parameter, and before one that may be NULL the input that decides so.
    """

    function: str
    source: str
    main: MainRenaming | Declared
    aliases: tuple[tuple[str, str], ...]
    parameters: tuple[Variable, ...]
    symbolic: tuple[Variable, ...]
    assumptions: tuple[str, ...]
    call: str
    result: Variable | None
    observations: tuple[Sight, ...]
    checks: tuple[str, ...] = ()

    @property
    def inputs(self) -> tuple[Leaf, ...]:
        """Every input: of the parameters, then of the symbolic globals."""
        variables = self.parameters + self.symbolic
        return tuple(node for v in variables for node in walk(v.node) if isinstance(node, Leaf))

    @property
    def notes(self) -> tuple[str, ...]:
        """What stays zero although the function can read it, for the user to know."""
        nodes = [node for v in self.parameters + self.symbolic for node in walk(v.node)]
        return tuple(f"{node.name} is {node.why}" for node in nodes if isinstance(node, FixedZero))

    @property
    def preamble(self) -> str:
        """Brings in the user's source, whose own `main` steps aside, and the primitives that are used."""
        used = {leaf.kind for leaf in self.inputs} | {see(s) for s in self.observations}
        if self.assumptions:
            used.add("assume")
        if self.checks:
            used.add("see_signed")
        declared = [text for key, text in PRIMITIVES.items() if key in used]
        return "\n".join(
            [
                f"/* Calls {self.function} with inputs that Secateur chooses. */",
                self.main.inclusion(self.source),
                "",
                *declared,
                *(f"static {declaration.format(alias)};" for alias, declaration in self.aliases),
            ]
        )

    def text(self) -> str:
        """The whole driver in C."""
        sections = [list(_inputs(v)) for v in self.parameters + self.symbolic]
        sections.append([f"secateur_assume({condition});" for condition in self.assumptions])
        sections.append([f"{self.result.declaration} = {self.call};" if self.result else f"{self.call};"])
        sections.append([f'secateur_{see(s)}("{s.name}", {s.place});' for s in self.observations])
        sections.append([self._checked(number, text) for number, text in enumerate(self.checks, 1)])
        sections.append(["return 0;"])
        body = "\n\n".join("\n".join(f"    {line}" for line in lines) for lines in sections if lines)
        return f"{self.preamble}\n\n{self.main.entry('void')}\n{{\n{body}\n}}\n"

    def _checked(self, number: int, text: str) -> str:
        """Shows whether a condition holds. `result` is a name in there only."""
        name = ""
        if self.result is not None:
            name = f"const __typeof__({self.result.identifier}) result = {self.result.identifier}; "
        return f'{{ {name}secateur_see_signed("check {number}", !!({text})); }}'


def see(sight: Sight) -> str:
    """The primitive that observes it, without `secateur_`."""
    if isinstance(sight, Pointer):
        return "see_pointer"
    if sight.kind in ("f32", "f64"):
        return f"see_{sight.kind}"
    return "see_signed" if sight.signed else "see_unsigned"


def _inputs(variable: Variable) -> Iterator[str]:
    """Declares a variable with all that it points to, and asks for its inputs."""
    if isinstance(variable.node, Leaf) and variable.declaration:
        yield f"{variable.declaration} = {_ask(variable.node)};"
        return
    for each in storages(variable):
        if each.declaration:
            yield f"static {each.declaration};"
    for node in walk(variable.node):
        if isinstance(node, Leaf):
            yield f"{node.place} = {_ask(node)};"
        elif isinstance(node, Address):
            yield f"{node.place} = {node.storage.identifier};"


def _ask(leaf: Leaf) -> str:
    if leaf.kind == "bits":
        return f'secateur_bits("{leaf.name}", {leaf.width}, {int(leaf.signed)})'
    return f'secateur_{leaf.kind}("{leaf.name}")'


def make_driver(
    signature: Prototype, variables: Sequence[GlobalVariable], source: str, options: DriverOptions
) -> Driver:
    """The driver for one function. `variables` are the globals of `source`, which is included; when it is
    bitcode, what the driver needs of it is declared instead.

    Raises `UnsupportedInputError` for a parameter that cannot be symbolic, `UnknownGlobalError` and
    `NotNullableError` for a wrong name.
    """
    for text in options.checks:
        if _ASSIGNMENT.search(text):
            raise HarnessError(f"--check '{text}' changes something: write == to compare")
    if signature.variadic:
        raise UnsupportedInputError("...", "...", "write a small wrapper that passes fixed arguments")
    reachable = {v.name: v for v in variables if _is_reachable(v, source)}
    for name in options.symbolic:
        if name not in reachable:
            raise UnknownGlobalError(name, sorted(reachable))
    names = [p.name or f"argument{i}" for i, p in enumerate(signature.parameters, 1)]
    scope = _Scope(signature.name, frozenset(names), {})
    taken = {*names, *reachable, signature.name}
    string = options.buffer if options.string is None else options.string
    planner = InputPlanner(options.buffer, string, options.pointer_depth, taken)
    parameters = tuple(planner.variable(name, p.type) for name, p in zip(names, signature.parameters, strict=True))
    chosen = [reachable[name] for name in dict.fromkeys(options.symbolic)]
    symbolic = tuple(planner.existing(scope.place(v.name), scope.label(v.name), v.type) for v in chosen)
    nulls = _nulls(signature, names, options.nullable, planner)
    arguments = [f"{nulls[name].identifier} ? 0 : {name}" if name in nulls else name for name in names]
    call = f"{scope.callee()}({', '.join(arguments)})"
    result = None
    if signature.result is not None and not isinstance(resolved(signature.result), CVoid):
        result = sights.returned(planner.fresh("returned"), signature.result, call)
    visible = [sights.of_parameter(v, p.type) for v, p in zip(parameters, signature.parameters, strict=True)]
    outside = [sights.existing(scope.place(v.name), scope.label(v.name), v.type) for v in reachable.values()]
    results = [] if result is None else [result]
    seen = [*(sights.effects(v.node) for v in results), *visible, *(sights.effects(v.node) for v in outside)]
    return Driver(
        function=signature.name,
        source=source,
        main=_subject(signature, variables, source),
        aliases=tuple(scope.aliases.items()),
        parameters=tuple(v for p in parameters for v in (nulls.get(p.identifier), p) if v is not None),
        symbolic=symbolic,
        assumptions=tuple(part for text in options.assume for part in eager(text)),
        call=call,
        result=result,
        observations=sights.limited(seen),
        checks=options.checks,
    )


def _nulls(
    signature: Prototype, names: Sequence[str], nullable: Sequence[str], planner: InputPlanner
) -> dict[str, Variable]:
    """For each parameter that may be NULL the variable that tells whether it is."""
    kinds = {name: resolved(p.type) for name, p in zip(names, signature.parameters, strict=True)}
    pointers = [name for name, kind in kinds.items() if isinstance(kind, CPointer)]
    for name in nullable:
        if name not in pointers:
            raise NotNullableError(signature.name, name, pointers)
    flags = {name: planner.fresh(f"{name}_is_null") for name in pointers if name in nullable}
    return {name: Variable(f, f"_Bool {f}", Leaf(f, f, "bool", 1, signed=False)) for name, f in flags.items()}


def _is_reachable(variable: GlobalVariable, source: str) -> bool:
    """Can a driver name it and write to it? Static ones too, when their source is included."""
    if variable.function_local or variable.constant:
        return False
    return source.endswith(".c") or not variable.static


def _subject(signature: Prototype, variables: Sequence[GlobalVariable], source: str) -> MainRenaming | Declared:
    """What brings the function under test into the driver."""
    if not source.endswith(".c"):
        return declare(signature, variables)
    return MainRenaming(_prototype(signature) if signature.name == "main" else None)


def _prototype(signature: Prototype) -> str:
    parameters = ", ".join(spelling(p.type) for p in signature.parameters)
    return f"{spelling(signature.result)} {signature.name}({parameters or 'void'})"


@dataclass(frozen=True, slots=True)
class _Scope:
    """`main`'s locals have the names of the parameters and hide globals: those get an alias outside."""

    function: str
    hidden: frozenset[str]
    aliases: dict[str, str]

    def place(self, name: str) -> str:
        if name not in self.hidden:
            return name
        self.aliases[f"secateur_global_{name}"] = f"__typeof__({name}) *const {{}} = &{name}"
        return f"(*secateur_global_{name})"

    def label(self, name: str) -> str:
        """What a global is called in inputs and observations."""
        return f"::{name}" if name in self.hidden else name

    def callee(self) -> str:
        name = self.function
        if name not in self.hidden:
            return name
        self.aliases[f"secateur_call_{name}"] = f"__typeof__({name}) *const {{}} = {name}"
        return f"secateur_call_{name}"
