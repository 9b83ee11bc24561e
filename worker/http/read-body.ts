import { fail, ok, type Result } from "#worker/contract/result";

/** Bytes of a JSON or form body; files have their own endpoints. */
export const maxBodyBytes = 1_000_000;

/** Reads at most `maxBodyBytes`, whatever the sender said the length was. */
export const readBody = async (request: Request, encoding: "json" | "form"): Promise<Result<unknown>> => {
	const text = await readText(request);
	if (text === undefined) return fail("too_large");
	if (encoding === "form") return ok(Object.fromEntries(new URLSearchParams(text)));
	if (!request.headers.get("content-type")?.includes("json")) return fail("malformed");
	try {
		return ok(JSON.parse(text));
	} catch {
		return fail("malformed");
	}
};

const readText = async (request: Request): Promise<string | undefined> => {
	if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) return undefined;
	if (!request.body) return "";
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for await (const chunk of request.body) {
		bytes += chunk.byteLength;
		if (bytes > maxBodyBytes) return undefined;
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
};
