"""Settings for all tests.

Properties run on the same examples every time, so that a red run is red for everyone and a gate is never a matter of
luck. To look for new examples, set HYPOTHESIS_PROFILE=explore; what it finds becomes a test of its own.
"""

from __future__ import annotations

import os

from hypothesis import settings

# No deadlines: how long an example takes says more about the machine than about the code.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
