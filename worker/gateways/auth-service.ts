import { decodeJwt } from "jose";
import * as v from "valibot";
import { fail, ok } from "#worker/contract/result";
import { fetchBounded, UnusableAnswer } from "#worker/gateways/fetch-bounded";
import { log } from "#worker/log";

const limits = { timeoutMs: 10_000, maxAnswerBytes: 64_000 };
/** Characters of a transfer code; another auth service's may be longer than ours. */
const maxCodeLength = 2_000;

interface Tokens {
	access_token: string;
	refresh_token: string;
}

interface TransferInput {
	params: { product: string; orgName: string };
	body: { code: string };
}

/**
 * Exchanges transfer codes at an auth service elsewhere (§7). No response is problem `network`; one that opens no
 * session of the organisation is `google_user_not_found`. The services check the signature of the tokens.
 */
export const transferAt =
	<T extends Tokens>(authServiceUrl: string, transferred: v.GenericSchema<unknown, T>) =>
	async ({ params: { product, orgName }, body: { code } }: TransferInput, requestId: string) => {
		if (code.length > maxCodeLength) return fail("google_user_not_found");
		const path = ["auth", "products", product, "organisations", orgName, "transfer"].map(encodeURIComponent).join("/");
		try {
			const answer = await fetchBounded(
				`${authServiceUrl.replace(/\/$/, "")}/${path}`,
				{
					method: "POST",
					headers: { "content-type": "application/json", accept: "application/json", "x-request-id": requestId },
					body: JSON.stringify({ code }),
				},
				limits,
			);
			return await readAnswer(answer, v.pipe(v.string(), v.parseJson(), transferred), { orgName, requestId });
		} catch (error) {
			const isAnswered = error instanceof UnusableAnswer;
			tell(requestId, error instanceof Error ? `${error.name}: ${error.message}` : "unknown");
			return fail(isAnswered ? "google_user_not_found" : "network");
		}
	};

const readAnswer = async <T extends Tokens>(
	answer: Response,
	Answer: v.GenericSchema<unknown, T>,
	{ orgName, requestId }: { orgName: string; requestId: string },
) => {
	if (!answer.ok) {
		if (answer.status !== 404) tell(requestId, `it answered ${answer.status}`);
		return fail("google_user_not_found");
	}
	const parsed = v.safeParse(Answer, await answer.text());
	if (parsed.success && isOf(parsed.output, orgName)) return ok(parsed.output);
	tell(requestId, parsed.success ? "its tokens are not of the organisation" : "its answer is not one of §7");
	return fail("google_user_not_found");
};

/** why: tokens name their organisation (worker/http/access-token.ts); another's are not accepted here. */
const isOf = ({ access_token, refresh_token }: Tokens, orgName: string): boolean => {
	try {
		return decodeJwt(access_token).org === orgName && refresh_token.startsWith(`${orgName}.`);
	} catch {
		// why: jose throws for text that is no token at all.
		return false;
	}
};

/** why: the browser gets 'User Not Found'; the auth service's mistake belongs in the log. */
const tell = (requestId: string, error: string): void =>
	log("error", { message: "the auth service gave no session", requestId, error });
