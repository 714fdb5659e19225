"""Changes a byte of an unpacked bundle at a time, and reports which changes its verify.py accepts."""
import importlib.util
import json
import os
import sys

plan = json.load(sys.stdin)
folder = plan["folder"]

# A folder of compiled files beside it would be a file that is not listed.
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("verify", os.path.join(folder, "verify.py"))
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
verify.say = lambda text: None


def write(name, content):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)


contents = {name: verify.read(folder, name) for name in os.listdir(folder)}
is_accepted = verify.verify(folder) == 0
accepted = []
for name, at, by in plan["changes"]:
    changed = bytearray(contents[name])
    changed[at] ^= by
    write(name, changed)
    if verify.verify(folder) == 0:
        accepted.append([name, at, by])
    write(name, contents[name])
is_accepted = is_accepted and verify.verify(folder) == 0
json.dump({"is_accepted": is_accepted, "accepted": accepted}, sys.stdout)
