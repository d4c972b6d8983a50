"""A headless Chromium, driven by the DevTools protocol over two pipes, and a server for the files that it opens."""
import functools
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections import deque


class Failure(Exception):
    """The browser cannot be used."""


def serve(folder):
    """A server of a folder's files: (its address, the server)."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}", server


class Browser:
    """One page of a browser, and what the page reports."""

    def __init__(self):
        program = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
        if not program:
            raise Failure("there is no chromium in PATH; Debian's package is chromium")
        self.profile = tempfile.mkdtemp(prefix="docs-browser-")
        commands, self.output = os.pipe()
        self.input, answers = os.pipe()
        # Chromium reads commands from file descriptor 3 and writes answers to 4.
        script = f'exec 3<&{commands} 4>&{answers}; exec "$0" "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", script, program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
             "--disable-extensions", "--hide-scrollbars", f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(commands, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.buffer, self.number, self.session = b"", 0, None
        self.events = deque()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.input, 1 << 20)
            if not part:
                raise Failure("chromium has ended; run it by hand to see why: chromium --headless --no-sandbox --dump-dom about:blank")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """The result of a command."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def evaluate(self, expression):
        """The value of a JavaScript expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failure(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, address, ready, seconds=30):
        """Opens a page and waits until the expression `ready` is true, and no request is open. Gives the page's events."""
        self.evaluate("0")
        self.events.clear()
        self.call("Page.navigate", url="about:blank")
        self.events.clear()
        self.call("Page.navigate", url=address)
        end = time.monotonic() + seconds
        is_ready = False
        while time.monotonic() < end:
            is_ready = self.evaluate(f"document.readyState === 'complete' && !!({ready})")
            if is_ready and not self.open_requests():
                break
            time.sleep(0.02)
        return is_ready, list(self.events)

    def open_requests(self):
        begun, ended = set(), set()
        for event in self.events:
            name, parameters = event.get("method"), event.get("params", {})
            if name == "Network.requestWillBeSent":
                begun.add(parameters["requestId"])
            elif name in ("Network.loadingFinished", "Network.loadingFailed"):
                ended.add(parameters["requestId"])
        return begun - ended
