import { createHash, createHmac } from "node:crypto";
import { startStandIn } from "../prices/testing/stand-in-server.ts";

interface SumsubKeys {
  readonly appToken: string;
  readonly secret: string;
  readonly level: string;
}

/** A server that answers like Sumsub. It checks each call's signature by itself, as docs.sumsub.com/reference/authentication says. */
export interface StandInSumsub {
  readonly url: string;
  /** Bodies of the links that were asked for. */
  readonly links: object[];
  /** The outcome that is read from now on. `more` is of the applicant, `info` of the person. */
  review(customer: string, review: object, more?: object, info?: object): void;
  applicantOf(customer: string): string;
  /** Answers every call with this status, until it is undefined again. */
  fail(status: number | undefined): void;
  close(): Promise<void>;
}

const applicantOf = (customer: string): string =>
  createHash("sha256").update(customer).digest("hex").slice(0, 24);

const INFO = {
  firstName: "Mary",
  lastName: "Applicant",
  dob: "1990-02-28",
  country: "AUS",
  idDocs: [{ idDocType: "PASSPORT", country: "AUS", number: "PA1234567" }],
};

export async function startSumsub({ appToken, secret, level }: SumsubKeys): Promise<StandInSumsub> {
  const standIn = await startStandIn();
  const links: object[] = [];
  const applicants = new Map<string, object>();
  let failing: number | undefined;
  standIn.answer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces);
      const answer = (status: number, value: object): void =>
        void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
      const { method = "", url = "", headers } = request;
      const signed = createHmac("sha256", secret)
        .update(Buffer.concat([Buffer.from(`${String(headers["x-app-access-ts"])}${method}${url}`), body]))
        .digest("hex");
      if (failing !== undefined) return answer(failing, { code: failing });
      if (headers["x-app-token"] !== appToken || headers["x-app-access-sig"] !== signed)
        return answer(401, { code: 401, errorCode: 4003, errorName: "app-token-signature mismatch" });
      if (method === "POST" && url === "/resources/sdkIntegrations/levels/-/websdkLink") {
        links.push(JSON.parse(body.toString()) as object);
        return answer(200, { url: `https://in.sumsub.com/websdk/p/sbx_${links.length}` });
      }
      const customer = /^\/resources\/applicants\/-;externalUserId=([^/]+)\/one$/.exec(url)?.[1] ?? "";
      const applicant = method === "GET" ? applicants.get(customer) : undefined;
      return applicant === undefined ? answer(404, { code: 404 }) : answer(200, applicant);
    });
  });
  return {
    url: standIn.url,
    links,
    review(customer, review, more = {}, info = {}) {
      const own = { reviewId: "r", attemptId: "a", attemptCnt: 0, levelName: level };
      applicants.set(customer, {
        id: applicantOf(customer),
        externalUserId: customer,
        info: { ...INFO, ...info },
        review: { ...own, reviewDate: "2026-11-28 00:00:00+0000", ...review },
        type: "individual",
        ...more,
      });
    },
    applicantOf,
    fail(status) {
      failing = status;
    },
    close: () => standIn.close(),
  };
}
