"""A headless Chromium that is told what to do over a pipe, with the DevTools protocol."""

import base64, json, os, select, shutil, subprocess, tempfile, time
from pathlib import Path

FLAGS = "--headless=new --remote-debugging-pipe --no-sandbox --disable-gpu --disable-dev-shm-usage".split()
FLAGS += "--no-first-run --hide-scrollbars --disable-background-networking --disable-component-update".split()

# How far a page is: whether it has its title and its text, and what changes until it is drawn.
STATE = """[document.readyState, !!document.querySelector('h1')?.innerText,
  (document.querySelector('main')?.innerText ?? '').length >= 200, document.body?.innerText.length,
  performance.getEntriesByType('resource').length, document.body?.scrollHeight].join('|')"""

class Browser:
    """Opens pages one after the other and collects what went wrong in each."""

    def __init__(self, program: str):
        self.profile = tempfile.mkdtemp(prefix="vial-site-")
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # Chromium reads commands from descriptor 3 and answers on 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{commands} 4>&{answers}', "bash", program, *FLAGS]
            + [f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(commands, answers),
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self.number, self.buffer, self.session = 0, b"", None
        self.problems: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.profile, ignore_errors=True)

    def resize(self, width: int, height: int, is_phone: bool) -> None:
        self.metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        self.call("Emulation.setDeviceMetricsOverride", **self.metrics)

    def choose(self, scheme: str) -> None:
        """Switches to the light or the dark colours, in the page that is open too."""
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", features=[feature])

    def open(self, address: str) -> None:
        """Opens a page and waits until nothing more is loaded and drawn; `problems` has what went wrong."""
        self.call("Page.navigate", url="about:blank")
        self.problems = []
        self.call("Page.navigate", url=address)
        before = ""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            time.sleep(0.08)
            state = self.evaluate(STATE)
            # Unchanged between two looks, and with its text: what stands around a page is drawn before
            # the page is, which on a busy machine comes much later.
            if state == before and state.startswith("complete|true|true|"):
                return
            before = state
        self.problems.append("has no title and text after a minute")

    def evaluate(self, expression: str):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value", "")

    def picture(self, path: Path) -> None:
        """Keeps a picture of the whole page, in a window that is as high as the page."""
        height = min(self.call("Page.getLayoutMetrics")["cssContentSize"]["height"], 8000)
        self.call("Emulation.setDeviceMetricsOverride", **(self.metrics | {"height": height}))
        time.sleep(0.3)
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))
        self.call("Emulation.setDeviceMetricsOverride", **self.metrics)

    def call(self, method: str, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def receive(self):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], 60)
            chunk = os.read(self.answers, 1 << 16) if ready else b""
            if not chunk:
                raise RuntimeError("Chromium does not answer.")
            self.buffer += chunk
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def note(self, event) -> None:
        method, parameters = event.get("method"), event.get("params", {})
        text = ""
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            text = details.get("exception", {}).get("description", details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
            text = " ".join(str(word.get("value", "")) for word in parameters["args"]) or "no words"
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            text = f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}"
        if text:
            self.problems.append(f"error in the console: {text}")
