"""The driver: a C program that passes symbolic inputs to one function and records its effects.

The same text runs in the machine, where `secateur_i32("x")` is a fresh symbolic value, and natively, where it
is the next recorded one; so a prediction and its replay cannot disagree about what was called.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice

from secateur.contracts.model import Clause, Contract
from secateur.frontend.compile import SOURCE_SUFFIXES
from secateur.harness import sights
from secateur.harness.assume import eager
from secateur.harness.callbacks import Callback, callback
from secateur.harness.choices import ALL, PointerChoices, type_name
from secateur.harness.command_line import CommandLine, command_line
from secateur.harness.contents import MOST_POINTERS, GuardedSight, LeftPointer, contents, is_text, left_pointers
from secateur.harness.contract_lines import ContractLines, based, contract_lines
from secateur.harness.contract_plan import contract_plan
from secateur.harness.declared import Declared, declare
from secateur.harness.doubted_ends import with_doubted_ends
from secateur.harness.errors import HarnessError, UnknownGlobalError, UnsupportedInputError
from secateur.harness.inputs import InputPlanner, can_be_input
from secateur.harness.main import MainRenaming
from secateur.harness.plan import (
    Address,
    FixedZero,
    Leaf,
    Members,
    Node,
    Pointer,
    Variable,
    assignments,
    storages,
    storages_below,
    walk,
)
from secateur.harness.scalars import PRIMITIVES
from secateur.harness.sights import Sight
from secateur.harness.static_locals import StaticLocal
from secateur.ir.debuginfo import CArray, CInt, CPointer, CType, CVoid, GlobalVariable, Prototype, resolved, spelling
from secateur.options import Inputs

#: As a global, although <errno.h> has a macro for it.
ERRNO = GlobalVariable("errno", CInt("int", 4, signed=True), "", 0, False, False, False, "__secateur_errno")

#: As the name of a symbolic global: all that the function reads or writes.
USED = "used"

#: Where a source does not include that header.
_ERRNO = "(*__errno_location())"

_ASSIGNMENT = re.compile(r"(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--")


@dataclass(frozen=True, slots=True)
class GlobalTarget:
    """A global that a pointer could lead to: its name and symbol, the type of that pointer's target, and its own."""

    name: str
    symbol: str
    type: str
    whole: CType


@dataclass(frozen=True, slots=True)
class Driver:
    """The result of `make_driver`. `inputs` are in the order in which the text requests them.

    `parameters` has a variable for each parameter, preceded by the inputs that decide where its pointers lead; those
    of the symbolic globals come last.
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
    line: CommandLine | None = None  # if the function is `main`
    contents: tuple[GuardedSight, ...] = ()
    kept: tuple[str, ...] = ()  # variables for pointers as they are before the call
    texts: tuple[str, ...] = ()  # the pointers whose contents are strings
    statics: tuple[StaticLocal, ...] = ()  # static variables inside functions
    seen: Mapping[str, bool] = field(default_factory=dict)  # the globals that are observed, by symbol: is all of it?
    callbacks: tuple[Callback, ...] = ()  # functions that are passed
    prepared: tuple[str, ...] = ()  # statements that set pointers
    contract: ContractLines = field(default_factory=ContractLines)
    place: tuple[str, int] = ("", 0)  # where the function is defined
    globals: tuple[GlobalTarget, ...] = ()  # that the driver can name

    @property
    def inputs(self) -> tuple[Leaf, ...]:
        """Every input: first those of the parameters, then those of the symbolic globals."""
        variables = self.parameters + self.symbolic
        return tuple(node for v in variables for node in walk(v.node) if isinstance(node, Leaf))

    @property
    def only_calls(self) -> bool:
        """Is there no condition in it, whose text comes from the user? All other text is ours."""
        return not self.assumptions and not self.checks and self.contract == ContractLines()

    @property
    def has_blocks(self) -> bool:
        """Are some objects blocks of the heap?"""
        return any(each.block for v in self.parameters + self.symbolic for each in storages_below(v))

    @property
    def preset(self) -> tuple[str, ...]:
        """The static variables inside functions that are inputs: only a driver can set them."""
        names = {variable.node.name for variable in self.symbolic}
        return tuple(each.variable.name for each in self.statics if each.variable.name in names)

    @property
    def setup(self) -> tuple[str, ...]:
        """Statements that run before the call, once the inputs are known."""
        return (*self.prepared, *(self.line.setup if self.line else ()))

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the user on what stays zero although the function can read it."""
        nodes = [node for v in self.parameters + self.symbolic for node in walk(v.node)]
        return tuple(f"{node.name} is {node.why}" for node in nodes if isinstance(node, FixedZero))

    @property
    def callback_lines(self) -> tuple[str, ...]:
        """The functions that are passed, in C."""
        declared = ("int printf(const char *, ...);",) if any(not each.times for each in self.callbacks) else ()
        return (*declared, *(line for each in self.callbacks for line in each.lines()))

    @property
    def preamble(self) -> str:
        """Includes the user's source, with its own `main` renamed, and declares the primitives that are used."""
        used = {leaf.kind for leaf in self.inputs} | {see(s) for s in self.observations}
        if self.assumptions:
            used.add("assume")
        used |= self.contract.used
        if self.has_blocks:
            used.add("block")
        if self.checks:
            used.add("see_signed")
        if self.contents:
            used |= {"extent", *(see(each.sight) for each in self.contents)}
        declared = [text for key, text in PRIMITIVES.items() if key in used]
        if any(each.place == _ERRNO for each in self.observations):
            declared.append("int *__errno_location(void);")
        return "\n".join(
            [
                f"/* Calls {self.function} with inputs that Secateur chooses. */",
                self.main.inclusion(self.source),
                "",
                *declared,
                *(f"static {declaration.format(alias)};" for alias, declaration in self.aliases),
                *(line for each in self.statics for line in each.lines),
                *self.callback_lines,
            ]
        )

    def text(self) -> str:
        """The whole driver in C."""
        sections = [list(_inputs(v)) for v in self.parameters + self.symbolic]
        sections.append(list(self.contract.sizes))
        sections.append(list(self.prepared))
        sections.append(list(self.contract.before))
        sections.append([f"secateur_assume({condition});" for condition in self.assumptions])
        sections.append(list(self.line.setup if self.line else ()))
        sections.append(list(self.kept))
        sections.append([f"{self.result.declaration} = {self.call};" if self.result else f"{self.call};"])
        sections.append(list(self.contract.after))
        sections.append([f'secateur_{see(s)}("{s.name}", {s.place});' for s in self.observations])
        behind = groupby(self.contents, lambda each: (each.pointer, each.before))
        sections.append([line for (pointer, before), each in behind for line in _behind(pointer, before, each)])
        sections.append([self._checked(number, text) for number, text in enumerate(self.checks, 1)])
        sections.append([self._ensured(text, clause) for text, clause in self.contract.ensured])
        sections.append(["return 0;"])
        body = "\n\n".join("\n".join(f"    {line}" for line in lines) for lines in sections if lines)
        return f"{self.preamble}\n\n{self.main.entry('void')}\n{{\n{body}\n}}\n"

    def _checked(self, number: int, text: str) -> str:
        """Observes whether a condition holds."""
        return f'{{ {self._named_result}secateur_see_signed("check {number}", !!({text})); }}'

    def _ensured(self, text: str, clause: Clause) -> str:
        file, line = self.place
        number = list(dict.fromkeys(each for _, each in self.contract.ensured)).index(clause) + 1  # instead of a column
        told = f'"{c_text(file)}", {line}, {number}, "{self.function}", "{c_text(str(clause))}"'
        return f"{{ {self._named_result}secateur_ensures(!!({text}), {told}); }}"

    @property
    def _named_result(self) -> str:
        """The name `result` exists only in the scope of a condition."""
        if self.result is None:
            return ""
        return f"const __typeof__({self.result.identifier}) result = {self.result.identifier}; "


def c_text(text: str) -> str:
    """Inside a C string."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _behind(pointer: str, before: str, sights: Iterable[GuardedSight]) -> list[str]:
    """Observes values behind a pointer, as far as they can be read, if it has changed."""
    changed = f"if ({pointer} != {before}) " if before else ""
    inside = [
        f'    if (secateur_bytes >= {each.bytes}) secateur_{see(each.sight)}("{each.sight.name}", {each.sight.place});'
        for each in sights
    ]
    return [f"{changed}{{", f"    const unsigned long secateur_bytes = secateur_extent({pointer});", *inside, "}"]


def see(sight: Sight) -> str:
    """The name of the primitive that observes it, without `secateur_`."""
    if isinstance(sight, Pointer):
        return "see_pointer"
    if sight.kind in ("f32", "f64", "f80"):
        return f"see_{sight.kind}"
    return "see_signed" if sight.signed else "see_unsigned"


def _inputs(variable: Variable) -> Iterator[str]:
    """Declares a variable with everything that it points to, and requests its inputs."""
    if isinstance(variable.node, Leaf) and variable.declaration:
        yield f"{variable.declaration} = {_ask(variable.node)};"
        return
    node = variable.node
    is_pointer = isinstance(node, Address) and bool(variable.declaration)
    for each in storages(variable):
        if each.block:
            yield f"{each.declaration} = secateur_block({each.bytes});"
        elif each.declaration and not (is_pointer and each is variable):
            yield f"static {each.declaration};"
    if isinstance(node, Address) and is_pointer:
        yield f"{variable.declaration} = {node.value};"
        node = node.storage.node
    yield from assignments(walk(node), _ask)


def _ask(leaf: Leaf) -> str:
    if leaf.kind == "bits":
        return f'secateur_bits("{leaf.name}", {leaf.width}, {int(leaf.signed)})'
    return f'secateur_{leaf.kind}("{leaf.name}")'


def make_driver(
    signature: Prototype,
    variables: Sequence[GlobalVariable],
    source: str,
    options: Inputs,
    changing: Collection[str] = (),
    statics: Sequence[StaticLocal] = (),
    contract: Contract | None = None,
    sees_errno: bool = False,
) -> Driver:
    """The driver for one function. `variables` are the globals of `source`, which is included; if it is
    bitcode, the driver declares what it needs instead. `changing` are the symbols of those that `--symbolic all` means.
    `statics` are variables inside functions that are treated like globals. `contract` says what a valid call is.
    `sees_errno`: errno is observed, although the source cannot name it.

    Raises `UnsupportedInputError` for a parameter that cannot be symbolic, `UnknownGlobalError`, `NotNullableError`
    and `NotAliasedError` for a wrong name.
    """
    _require_a_call(signature, options)
    reachable = {v.name: v for v in variables if _is_reachable(v, source)}
    reachable |= {each.variable.name: each.variable for each in statics}
    names = [p.name or f"argument{i}" for i, p in enumerate(signature.parameters, 1)]
    elsewhere = {each.variable.name: each.identifier for each in statics} | ({"errno": _ERRNO} if sees_errno else {})
    scope = _Scope(signature.name, frozenset(names), {}, elsewhere)
    taken = {*names, *reachable, signature.name}
    known = {v.name: v.type for v in reachable.values()}
    known |= {name: p.type for name, p in zip(names, signature.parameters, strict=True)}
    if signature.result is not None and "result" not in known:
        known["result"] = signature.result
    agreed = contract_plan(contract or Contract(signature.name), known, options.buffer)
    string = options.buffer if options.string is None else options.string
    agreed = with_doubted_ends(agreed, known, string)
    nullable = (*options.nullable, *agreed.meaning.nullable)
    alias = (*options.alias, *(", ".join(group) for group in agreed.meaning.alias))
    choices = PointerChoices(nullable, alias, taken, scope.hidden)
    targets = tuple(GlobalTarget(scope.label(v.name), v.symbol, _target_type(v), v.type) for v in reachable.values())
    for target, v in zip(targets, reachable.values(), strict=True):
        if choices.mentions(target.name):
            place = scope.place(v.name)
            choices.offer(target.name, target.type, place if isinstance(resolved(v.type), CArray) else f"&{place}")
    planner = InputPlanner(options.buffer, string, options.pointer_depth, taken, choices, agreed, options.closed)
    line = command_line(signature, names, replace(planner, choices=PointerChoices((), (), taken)), options.buffer)
    parameters: list[Variable] = list(line.parameters) if line else []
    inputs = list(parameters)
    callbacks: list[Callback] = []
    for name, parameter in () if line else zip(names, signature.parameters, strict=True):
        is_said = name in agreed.meaning.calls
        passed = callback(name, parameter.type) if options.contents and not is_said else None
        if passed is None:
            parameters.append(planner.variable(name, parameter.type))
        else:
            callbacks.append(passed)
            parameters.append(Variable(name, "", Members(name, name, ())))
            inputs += [Variable(passed.place, "", passed.result)] if passed.result is not None else []
        inputs += (*planner.take(), parameters[-1])
    chosen = _symbolic(reachable | ({"errno": ERRNO} if ERRNO.symbol in changing else {}), options.symbolic, changing)
    symbolic = tuple(planner.existing(scope.place(v.name), scope.label(v.name), v.type) for v in chosen)
    inputs += planner.take()
    choices.check(signature.name)
    functions = {each.name: each.identifier for each in callbacks}
    call = f"{scope.callee()}({', '.join(functions.get(name, name) for name in names)})"
    result = None
    if signature.result is not None and not isinstance(resolved(signature.result), CVoid):
        result = sights.returned(planner.fresh("returned"), signature.result, call)
    compares = bool(options.contents)
    given = zip(parameters, signature.parameters, strict=True)
    visible = [sights.of_parameter(v, p.type, compares) for v, p in given]
    ordered = sorted(reachable.values(), key=lambda v: compares and v.symbol not in changing)
    outer = [*([ERRNO] if compares and (sees_errno or ERRNO.symbol in changing) else []), *ordered]
    times = sights.COMPARED if compares else 1
    most = times * sights.MOST_LEAVES
    outside = [sights.existing(scope.place(v.name), scope.label(v.name), v.type, most) for v in outer]
    results = [] if result is None else [result]
    assumed = (part for text in options.assume for part in eager(text, choices.nullables))
    seen = [*(sights.effects(v.node) for v in results), *visible, *(sights.effects(v.node) for v in outside)]
    observations = sights.limited(seen, times)
    behind = [LeftPointer(v.node.name, v.node.place, signature.result) for v in results if signature.result is not None]
    behind += [LeftPointer(scope.label(v.name), scope.place(v.name), v.type) for v in reachable.values()]
    inner = list(islice(_left(parameters, signature, outside) if compares else (), MOST_POINTERS))
    inner = [replace(p, before=planner.fresh(f"before_{number}")) for number, p in enumerate(inner, 1)]
    behind += inner
    return Driver(
        function=signature.name,
        source=source,
        main=_subject(signature, variables, source),
        aliases=tuple(scope.aliases.items()),
        parameters=tuple(inputs),
        symbolic=symbolic,
        assumptions=(*(line.conditions if line else ()), *assumed),
        call=call,
        result=result,
        observations=observations,
        checks=options.checks,
        line=line,
        contents=tuple(each for p in behind for each in contents(p, options.contents)),
        kept=tuple(p.kept for p in inner),
        texts=tuple(p.name for p in behind if is_text(p.type)),
        statics=tuple(statics),
        seen=_seen(
            {v.symbol: view.node for v, view in zip(outer, outside, strict=True)}, {o.name for o in observations}
        ),
        callbacks=(*callbacks, *planner.callbacks),
        prepared=tuple(based(text, (*inputs, *symbolic)) for text in planner.prepared),
        contract=contract_lines(agreed, (*inputs, *symbolic), choices.nullables),
        place=(signature.file, signature.line),
        globals=targets,
    )


def _target_type(variable: GlobalVariable) -> str:
    """The type that a pointer to it, or to its first element, leads to."""
    kind = resolved(variable.type)
    return type_name(CPointer(kind.element if isinstance(kind, CArray) else variable.type))


def _left(parameters: Sequence[Variable], signature: Prototype, outside: Sequence[Variable]) -> Iterator[LeftPointer]:
    """The pointers inside what a function was given, and inside globals."""
    for variable, parameter in zip(parameters, signature.parameters, strict=True):
        kind = resolved(parameter.type)
        is_copy = isinstance(variable.node, Address | FixedZero)
        yield from left_pointers(variable.node, not is_copy and isinstance(kind, CPointer) and not kind.const)
    for variable in outside:
        if not isinstance(variable.node, Pointer):
            yield from left_pointers(variable.node, True)


def _seen(outside: Mapping[str, Node], observed: Collection[str]) -> dict[str, bool]:
    """The globals that are observed, each with whether that is all of it."""
    found = {}
    for symbol, node in outside.items():
        names = [sight.name in observed for sight in sights.effects(node)]
        if any(names):
            found[symbol] = all(names) and sights.is_whole(node)
    return found


def _require_a_call(signature: Prototype, options: Inputs) -> None:
    """Raises for what no driver can do."""
    for text in options.checks:
        if _ASSIGNMENT.search(text):
            raise HarnessError(f"--prove '{text}' changes a variable; compare with == instead")
    if signature.variadic:
        raise UnsupportedInputError("...", "...", "write a small wrapper that passes fixed arguments")


def _symbolic(
    reachable: Mapping[str, GlobalVariable], names: Sequence[str], changing: Collection[str]
) -> list[GlobalVariable]:
    """The globals that become inputs. Raises `UnknownGlobalError`."""
    for name in names:
        if name not in reachable and name not in (ALL, USED):
            raise UnknownGlobalError(name, sorted(reachable))
    chosen = [reachable[name] for name in dict.fromkeys(names) if name not in (ALL, USED)]
    if ALL in names or USED in names:
        chosen += [v for v in reachable.values() if v.symbol in changing and v not in chosen and can_be_input(v.type)]
    return chosen


def _is_reachable(variable: GlobalVariable, source: str) -> bool:
    """Whether a driver can name it and write to it; this includes static ones whose source is included."""
    if variable.function_local or variable.constant:
        return False
    return source.endswith(SOURCE_SUFFIXES) or not variable.static


def _subject(signature: Prototype, variables: Sequence[GlobalVariable], source: str) -> MainRenaming | Declared:
    """How the function under test is made available to the driver."""
    if not source.endswith(SOURCE_SUFFIXES):
        return declare(signature, variables)
    return MainRenaming(_prototype(signature) if signature.name == "main" else None)


def _prototype(signature: Prototype) -> str:
    parameters = ", ".join(spelling(p.type) for p in signature.parameters)
    return f"{spelling(signature.result)} {signature.name}({parameters or 'void'})"


@dataclass(frozen=True, slots=True)
class _Scope:
    """`main`'s locals have the names of the parameters and may hide globals; hidden globals get an alias outside."""

    function: str
    hidden: frozenset[str]
    aliases: dict[str, str]
    statics: Mapping[str, str]

    def place(self, name: str) -> str:
        if name in self.statics:
            return self.statics[name]
        if name not in self.hidden:
            return name
        self.aliases[f"secateur_global_{name}"] = f"__typeof__({name}) *const {{}} = &{name}"
        return f"(*secateur_global_{name})"

    def label(self, name: str) -> str:
        """The name of a global in inputs and observations."""
        return f"::{name}" if name in self.hidden else name

    def callee(self) -> str:
        name = self.function
        if name not in self.hidden:
            return name
        self.aliases[f"secateur_call_{name}"] = f"__typeof__({name}) *const {{}} = {name}"
        return f"secateur_call_{name}"
