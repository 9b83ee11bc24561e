import { Badge } from "#app/ui/badge";
import { formatMoney } from "#worker/contract/text/money";
import type { PaymentConfiguration } from "#worker/services/payment-configurations/contract";

export const ConfigurationStatus = ({ active, isTest }: Pick<PaymentConfiguration, "active" | "isTest">) => {
	if (!active) return <Badge>Switched off</Badge>;
	return isTest ? <Badge colour="amber">On, test mode</Badge> : <Badge colour="green">On</Badge>;
};

/** Returns the charge in words. @param currencies of the screen: an amount in several has no sign */
export const chargeText = (
	{ isChargeEnabled, schoolConfig }: Pick<PaymentConfiguration, "isChargeEnabled" | "schoolConfig">,
	[currency, ...others]: readonly string[],
): string => {
	const amount =
		others.length === 0 ? formatMoney(schoolConfig.charge, currency) : (schoolConfig.charge / 100).toFixed(2);
	if (isChargeEnabled) return amount;
	return schoolConfig.charge > 0 ? `Off (${amount})` : "None";
};
