import type { TestProject } from "vitest/node";
import { startPaymentProviders } from "../../worker/local/payment-providers/server.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Where PAYMENT_PROVIDERS_ORIGIN leads: the stand-ins of the payment platforms (worker/local/payment-providers). */
		paymentProvidersPort: number;
	}
}

/** Starts the stand-ins at the port that the runtime was given; webhooks are sent again at once. */
const setUp = async (project: TestProject) => {
	const { paymentProvidersPort: port } = project.getProvidedContext();
	const { stop } = await startPaymentProviders({ port, webhookGapsMs: [50, 100, 200, 400] });
	return stop;
};
export default setUp;
