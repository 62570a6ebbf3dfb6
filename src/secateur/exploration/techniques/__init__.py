"""The built-in techniques by name. A technique's module is imported only when the technique is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Techniques that explore one program: name → "module:Class".
PROGRAMS: Mapping[str, str] = MappingProxyType(
    {
        "auto": "secateur.exploration.techniques.auto:Auto",
        "full": "secateur.exploration.techniques.full:Full",
        "dgse": "secateur.exploration.techniques.dgse:Dgse",
        "dgse-published": "secateur.exploration.techniques.dgse_published:DgsePublished",
        "pse": "secateur.exploration.techniques.pse:Pse",
        "rsc": "secateur.exploration.techniques.rsc:Rsc",
    }
)

#: Techniques that explore the new one of two versions. `dgse` is one restricted to the change.
CHANGES: Mapping[str, str] = MappingProxyType(
    {
        "dise": "secateur.exploration.techniques.dise:Dise",
        "dise-published": "secateur.exploration.techniques.dise_published:DisePublished",
        "dgse": "secateur.exploration.techniques.dgse_change:DgseChange",
        "full": "secateur.exploration.techniques.full:Full",
    }
)
