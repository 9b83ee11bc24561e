import { ShownSecret } from "#app/records/shown-secret";
import { Callout } from "#app/ui/callout";
import { paymentFieldLabels, platformName } from "#worker/contract/payment-platforms";
import type { PaymentConfiguration } from "#worker/services/payment-configurations/contract";

/** The key by which a platform signs its calls, where a configuration can be without it. */
const signedBy: ReadonlyMap<string, string> = new Map([
	["INTERSWITCH", "webhookSecret"],
	["STRIPE", "webhookSecret"],
	["PAYPRO_KANO", "key"],
	["PAYUNIMAID", "key"],
]);

const otherwise =
	"Its payments are asked about instead: at growing gaps, when a payer comes back, and whenever somebody checks one.";

/** The address that a platform calls with news, and whether its calls are heard. */
export const WebhookAddress = ({
	paymentPlatform,
	keys,
	webhookUrl,
}: Pick<PaymentConfiguration, "paymentPlatform" | "keys" | "webhookUrl">) => {
	const name = platformName(paymentPlatform);
	const signing = signedBy.get(paymentPlatform);
	const missing = signing !== undefined && keys[signing] === undefined ? paymentFieldLabels[signing] : undefined;
	if (paymentPlatform === "NABROLL")
		return (
			<section className="max-w-2xl text-text-2">
				{name} publishes no webhook, so there is no address to enter there. {otherwise}
			</section>
		);
	return (
		<section className="grid max-w-2xl gap-1.5">
			<ShownSecret label="Webhook address" secret={webhookUrl} />
			{missing && (
				<Callout tone="warning">
					Calls to this address are refused until you enter the {missing.toLowerCase()}: {name} signs them with it.
					{` ${otherwise}`}
				</Callout>
			)}
			<p className="text-text-2">
				Enter this address at {name}, so that it tells at once of payments. Only the platform should know it.
			</p>
		</section>
	);
};
