/** Milliseconds an outside service has for its whole answer. */
const timeoutMs = 5_000;
/** Bytes of an answer; more is not read. */
const maxAnswerBytes = 1_000_000;

/**
 * Calls an outside service: a time limit, no redirect followed, at most 1 MB read. What comes back is as
 * untrusted as any input.
 * @throws {Error} when the service does not answer in time, answers with a redirect or with too much.
 */
export const fetchBounded = async (url: string, init: RequestInit = {}): Promise<Response> => {
	const { host } = new URL(url);
	const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
	if (response.status >= 300 && response.status < 400) throw new Error(`${host} answered with a redirect`);
	const body = await readBounded(response, host);
	// why: an answer without content may not carry even an empty body.
	return new Response(body || null, { status: response.status, headers: response.headers });
};

const readBounded = async (response: Response, host: string): Promise<string> => {
	if (!response.body) return "";
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for await (const chunk of response.body) {
		bytes += chunk.byteLength;
		if (bytes > maxAnswerBytes) throw new Error(`${host} answered with more than ${maxAnswerBytes} bytes`);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
};
