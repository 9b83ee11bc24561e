// A process with the stand-ins of the payment platforms, which keeps the payments that it is asked about, and counts the calls
// that these take: a successful payment at Paystack is asked about twice, because its refunds are elsewhere.
import { subscribe } from "node:diagnostics_channel";
import { startPaymentProviders } from "../../worker/local/payment-providers/server.ts";

const asked = [];
let [calls, now, most] = [0, 0, 0];
const isVerification = ({ request }) => request.url.includes("/verify/");
const isCounted = (message) => isVerification(message) || message.request.url.includes("/refund?");
subscribe("http.server.request.start", (message) => {
	if (!isCounted(message)) return;
	if (isVerification(message)) asked.push(message.request.url.split("/").at(-1));
	calls += 1;
	now += 1;
	most = Math.max(most, now);
});
subscribe("http.server.response.finish", (message) => {
	if (isCounted(message)) now -= 1;
});

const providers = await startPaymentProviders();
process.on("message", async (message) => {
	if (message.stop) {
		await providers.stop();
		process.exit();
	}
	process.send({ asked, calls, most });
});
process.on("disconnect", () => process.exit(1));
process.send({ ready: true, origin: providers.origin });
