import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { SmsError } from "#worker/gateways/sms/interface";
import { termiiSender } from "#worker/gateways/sms/termii";

let server: Server | undefined;
const stopServer = async () => {
	server?.closeAllConnections();
	await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
	server = undefined;
};
afterEach(async () => {
	vi.restoreAllMocks();
	await stopServer();
});

const key = "TL-key-that-nobody-may-read";

/** The provider on a free port, and a sender that knows it. */
const startProvider = async (answer: (response: ServerResponse) => void) => {
	const received: { method: string; path: string; body: unknown }[] = [];
	const started = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
		received.push({ method: request.method ?? "", path: request.url ?? "", body });
		answer(response);
	});
	server = started;
	await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
	const address = started.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	const url = `http://127.0.0.1:${address.port}/`;
	return { received, sender: termiiSender({ url, key, from: "Crestfield", channel: "generic" }) };
};

const sms = { organisationId: "acme", id: "s-1", to: "0803 123 4567", text: " Ẹ káàbọ̀\r\n" };
const accepted = { code: "ok", message_id: "9122821270554876574", message: "Successfully Sent", balance: 9 };
const accept = (response: ServerResponse) => void response.end(JSON.stringify(accepted));

const faultOf = async (sending: Promise<void>): Promise<SmsError> => {
	const error = await sending.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof SmsError)) throw new Error(`no SmsError, but ${String(error)}`);
	return error;
};
const textOf = (error: SmsError) => `${error.stack} ${error.reason} ${String(error.cause)}`;

describe("termiiSender", () => {
	test("a text arrives as the provider takes it, its number with the country", async () => {
		const { sender, received } = await startProvider(accept);
		await sender.send(sms);
		const body = { api_key: key, to: "2348031234567", from: "Crestfield", sms: "Ẹ káàbọ̀", type: "plain" };
		expect(received).toEqual([{ method: "POST", path: "/api/sms/send", body: { ...body, channel: "generic" } }]);
	});

	test.each([
		[{ to: "room 4" }, "The phone number is not complete."],
		[{ text: " \u200b\n" }, "The text is empty."],
	])("%j is never sent", async (more, reason) => {
		const { sender, received } = await startProvider(accept);
		expect(await faultOf(sender.send({ ...sms, ...more }))).toMatchObject({
			isFinal: true,
			isOfThisText: true,
			reason,
		});
		expect(received).toEqual([]);
	});

	const ofAll = { isFinal: false, isOfThisText: false };
	test.each([
		[400, "Invalid phone number", { isFinal: true, isOfThisText: true, isUncertain: false }],
		[422, "The sms field is too long", { isFinal: true, isOfThisText: true, isUncertain: false }],
		[400, "Insufficient balance", { ...ofAll, isUncertain: false }],
		[404, "ApplicationSenderId not found", { ...ofAll, isUncertain: false }],
		[401, "Invalid API key", { ...ofAll, isUncertain: false }],
		[429, "Too many requests", { ...ofAll, isUncertain: false }],
		[500, "Oops", { ...ofAll, isUncertain: true }],
	])("an answer of %s %s says whose fault it is, and names neither key nor number", async (status, message, about) => {
		const { sender } = await startProvider((response) =>
			response.writeHead(status).end(JSON.stringify({ message, quoted: `${key} ${sms.to}` })),
		);
		const fault = await faultOf(sender.send(sms));
		expect(fault).toMatchObject({ ...about, message: `the SMS provider answered ${status}` });
		expect(textOf(fault)).not.toMatch(/TL-key|0803|234803/);
	});

	test.each(["", "<html>", '{"code":"ok"}'])("an answer of 200 with %j took nothing for sure", async (body) => {
		const { sender } = await startProvider((response) => response.end(body));
		expect(await faultOf(sender.send(sms))).toMatchObject({ ...ofAll, isUncertain: true });
	});

	test("a provider that does not answer in time may have sent it all the same", async () => {
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		// why: the limit is shortened; nobody waits five seconds for a test.
		vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(50));
		const { sender } = await startProvider(() => undefined);
		const fault = await faultOf(sender.send(sms));
		expect(fault).toMatchObject({ ...ofAll, isUncertain: true, reason: "The SMS service could not be reached." });
		expect(textOf(fault)).not.toContain(key);
	});

	test("a provider that is not there is not this text's fault", async () => {
		const { sender } = await startProvider(accept);
		await stopServer();
		expect(await faultOf(sender.send(sms))).toMatchObject(ofAll);
	});
});
