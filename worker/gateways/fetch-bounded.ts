/** The time limit for an outside service's whole response, and how much of it is read. */
interface Limits {
	timeoutMs: number;
	maxAnswerBytes: number;
}
const usualLimits: Limits = { timeoutMs: 5_000, maxAnswerBytes: 1_000_000 };

/** An outside service responded, but with nothing usable. Its message names the service's host alone. */
export class UnusableAnswer extends Error {
	override name = "UnusableAnswer";
}

/**
 * Calls an outside service with a time limit, without redirects, reading at most 1 MB by default.
 * @throws {UnusableAnswer} when the service responds with a redirect or with too much
 * @throws {Error} when it does not respond in time, or not at all
 */
export const fetchBounded = async (
	url: string,
	init: RequestInit = {},
	{ timeoutMs, maxAnswerBytes }: Limits = usualLimits,
): Promise<Response> => {
	const { host } = new URL(url);
	const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
	if (response.status >= 300 && response.status < 400) throw new UnusableAnswer(`${host} answered with a redirect`);
	const body = await readBounded(response, host, maxAnswerBytes);
	// why: a response without content may not carry even an empty body.
	return new Response(body || null, { status: response.status, headers: response.headers });
};

const readBounded = async (response: Response, host: string, maxAnswerBytes: number): Promise<string> => {
	if (!response.body) return "";
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for await (const chunk of response.body) {
		bytes += chunk.byteLength;
		if (bytes > maxAnswerBytes) throw new UnusableAnswer(`${host} answered with more than ${maxAnswerBytes} bytes`);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
};
