import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { leave } from "../session/session-lost.ts";
import { setSession } from "../session/session-store.ts";
import { userOf } from "../testing/users.ts";
import { uploadDocument, UploadError } from "./upload-document.ts";

const DOCUMENT = { id: "d1", side: "front", file_name: "passport.png" };
const FILE = new File(["photo"], "passport.png", { type: "image/png" });

/** Stands in for the browser's request: keeps what it is given, and answers when asked to. */
class Request extends EventTarget {
  static last: Request;
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  withCredentials = false;
  status = 0;
  responseText = "";
  address = "";
  body: FormData | undefined;
  open(method: string, address: string): void {
    this.address = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(body: FormData): void {
    this.body = body;
    Request.last = this;
  }
  answer(status: number, text: string): void {
    this.status = status;
    this.responseText = text;
    this.dispatchEvent(new Event("load"));
  }
}

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", Request);
});

const upload = (onProgress: (share: number) => void = () => undefined) =>
  uploadDocument("front", FILE, onProgress);

describe("uploading a photo", () => {
  test("sends the file with both headers, tells how far it is, and gives what the server kept", async () => {
    document.cookie = "XSRF-TOKEN=abc";
    const told: number[] = [];
    const kept = upload((share) => told.push(share));
    const { address, headers, withCredentials, body, upload: sending } = Request.last;
    expect(address).toBe("POST /api/identity/documents?side=front");
    expect(headers).toMatchObject({ "X-Requested-With": "XMLHttpRequest", "X-XSRF-TOKEN": "abc" });
    expect(withCredentials).toBe(true);
    expect(body?.get("file")).toMatchObject({ name: "passport.png" });
    for (const loaded of [1, 5]) {
      sending.dispatchEvent(new ProgressEvent("progress", { lengthComputable: true, loaded, total: 5 }));
    }
    sending.dispatchEvent(new ProgressEvent("progress", { lengthComputable: false, loaded: 9, total: 0 }));
    Request.last.answer(201, JSON.stringify({ data: DOCUMENT }));
    expect(await kept).toEqual(DOCUMENT);
    expect(told).toEqual([0.2, 1]);
  });

  test.each([
    ["the field's own message", 422, '{"message":"No.","errors":{"front":["Not a photo."]}}', "Not a photo."],
    ["the error's message", 413, '{"message":"Choose a file up to 10 MB"}', "Choose a file up to 10 MB"],
    ["a proxy's page", 502, "<html>", "No connection. Check your network and try again."],
    ["success without a body", 200, "", "No connection. Check your network and try again."],
  ])("refused with %s", async (_what, status, text, message) => {
    const kept = upload();
    Request.last.answer(status, text);
    await expect(kept).rejects.toEqual(new UploadError(message));
  });

  test.each(["error", "abort", "timeout"])("no answer (%s)", async (end) => {
    const kept = upload();
    Request.last.dispatchEvent(new Event(end));
    await expect(kept).rejects.toBeInstanceOf(UploadError);
  });

  test("a lost session leads to the sign-in page", async () => {
    const left = vi.spyOn(leave, "to").mockImplementation(() => undefined);
    const kept = upload();
    Request.last.answer(401, '{"message":"Unauthenticated."}');
    await expect(kept).rejects.toBeInstanceOf(UploadError);
    await waitFor(() => expect(left).toHaveBeenCalledWith("/teamaccess/login"));
  });

  test("someone else's login has the page loaded again", async () => {
    setSession(userOf("AU"));
    const left = vi.spyOn(leave, "andReturn").mockImplementation(() => undefined);
    const kept = upload();
    expect(Request.last.headers["X-Page-Of"]).toBe(userOf("AU").user.id);
    Request.last.answer(409, '{"code":"another_login","message":"No."}');
    await expect(kept).rejects.toEqual(new UploadError("No."));
    expect(left).toHaveBeenCalledOnce();
  });
});
