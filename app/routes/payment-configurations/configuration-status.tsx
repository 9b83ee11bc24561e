import { Badge } from "#app/ui/badge";
import { formatMoney } from "#worker/contract/text/money";
import type { PaymentConfiguration } from "#worker/services/payment-configurations/contract";

export const ConfigurationStatus = ({ active, isTest }: Pick<PaymentConfiguration, "active" | "isTest">) => {
	if (!active) return <Badge>Switched off</Badge>;
	return isTest ? <Badge colour="amber">On, test mode</Badge> : <Badge colour="green">On</Badge>;
};

/** Returns the charge in words. */
export const chargeText = ({
	isChargeEnabled,
	schoolConfig: { charge, currency },
}: Pick<PaymentConfiguration, "isChargeEnabled" | "schoolConfig">): string => {
	const amount = formatMoney(charge, currency);
	if (isChargeEnabled) return amount;
	return charge > 0 ? `Off (${amount})` : "None";
};
