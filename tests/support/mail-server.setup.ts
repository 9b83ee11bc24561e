import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { makeCertificate } from "#tests/support/certificate";
import { startBrokenTls, startMailServer } from "#tests/support/mail-server";
import { startProvider } from "#tests/support/provider-server";
import { startWebhookReceiver } from "#tests/support/webhook-receiver";
import { startBillingService } from "../../worker/local/billing-service/server.mjs";
import { startModelProvider } from "../../worker/local/model-provider/server.ts";
import { startSmsProvider } from "../../worker/local/sms-provider/server.ts";

/** The portal's API key at the mail provider. */
const providerKey = "re_key-of-the-tests";

declare module "vitest" {
	interface ProvidedContext {
		/** The mail servers outside the runtime: their addresses, and where they report what they received. */
		mailServer: {
			smtp: string;
			/** TLS from the first byte, after STARTTLS, and both with a certificate that nobody trusts. */
			tls: { fromStart: string; startTls: string; untrusted: string; untrustedStartTls: string };
			/** Servers that agree to STARTTLS and then send nothing, or something that is not TLS. */
			brokenTls: { nothing: string; noise: string };
			reports: string;
		};
		/** The provider that takes emails over HTTP, and its API key. */
		provider: { url: string; key: string };
		/** A receiver of webhooks. */
		webhookReceiver: { url: string };
		/** The settings that lead to the billing service of this machine. */
		billing: { BILLING_URL: string; BILLING_API_KEY: string };
		/** Where the stand-in of the SMS provider is, and the settings that lead to it. */
		sms: { origin: string; vars: Awaited<ReturnType<typeof startSmsProvider>>["vars"] };
		/** Where the runtime's binding of Workers AI leads: the stand-in of language models. */
		modelProviderPort: number;
		/** Where the stand-in of language models is, and the settings that lead to it. */
		models: Omit<Awaited<ReturnType<typeof startModelProvider>>, "stop">;
		/** A certificate for localhost that the runtime trusts. */
		certificate: ReturnType<typeof makeCertificate>;
	}
}

/** Starts mail servers, a provider and a receiver of webhooks, because workerd can call servers but not be one. */
const setUp = async (project: TestProject) => {
	const { certificate, modelProviderPort } = project.getProvidedContext();
	const password = "s3cret";
	const stranger = makeCertificate("localhost");
	const [plain, fromStart, startTls, untrusted, untrustedStartTls, nothing, noise, provider, receiver] =
		await Promise.all([
			startMailServer(),
			startMailServer({ password, tls: { ...certificate, from: "start" } }),
			startMailServer({ password, tls: { ...certificate, from: "starttls" } }),
			startMailServer({ password, tls: { ...stranger, from: "start" } }),
			startMailServer({ password, tls: { ...stranger, from: "starttls" } }),
			startBrokenTls("nothing"),
			startBrokenTls("noise"),
			startProvider(providerKey),
			startWebhookReceiver(),
		]);
	const billing = await startBillingService();
	const sms = await startSmsProvider({ balance: 1_000_000 });
	const models = await startModelProvider({ port: modelProviderPort });
	const servers = [plain, fromStart, startTls, untrusted, untrustedStartTls];
	const reports = createServer((_request, response) =>
		response.end(
			JSON.stringify({
				received: servers.flatMap(({ received }) => received),
				sessions: plain.sessions.length,
				passwordsSentToUntrusted: untrusted.passwords.length + untrustedStartTls.passwords.length,
			}),
		),
	);
	await new Promise<void>((resolve) => reports.listen(0, "127.0.0.1", resolve));
	const { port } = reports.address() as AddressInfo;
	const signedIn = (scheme: string, server: { port: number }) =>
		`${scheme}://portal:${password}@localhost:${server.port}`;
	project.provide("mailServer", {
		smtp: plain.url,
		tls: {
			fromStart: signedIn("smtps", fromStart),
			startTls: signedIn("smtp", startTls),
			untrusted: signedIn("smtps", untrusted),
			untrustedStartTls: signedIn("smtp", untrustedStartTls),
		},
		brokenTls: { nothing: signedIn("smtp", nothing), noise: signedIn("smtp", noise) },
		reports: `http://127.0.0.1:${port}`,
	});
	project.provide("provider", { url: provider.url, key: providerKey });
	project.provide("billing", billing.vars);
	project.provide("sms", { origin: sms.origin, vars: sms.vars });
	project.provide("models", { origin: models.origin, model: models.model, vars: models.vars });
	project.provide("webhookReceiver", { url: receiver.url });
	return async () => {
		reports.close();
		const local = [billing, sms, models];
		await Promise.all([...servers, ...local, nothing, noise, provider, receiver].map(({ stop }) => stop()));
	};
};
export default setUp;
