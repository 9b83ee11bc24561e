import { formatCount } from "#app/format/numbers";
import { formatMoney } from "#worker/contract/text/money";
import { countSms, type SmsPrice } from "#worker/contract/text/sms";

/** Says how many messages a text takes, what makes it take more, and what it costs where the price is known. */
export const describeSms = (text: string, price: SmsPrice | null): string => {
	const { encoding, units, segments, left, beyond } = countSms(text);
	const why =
		encoding === "UCS-2"
			? ` ${beyond.slice(0, 5).join(" ")} ${beyond.length === 1 ? "is" : "are"} beyond the usual alphabet (UCS-2), so a message holds less.`
			: "";
	const cost = price && segments > 0 ? ` About ${costOfSms(segments, price)} to each.` : "";
	return `${formatCount(units, "character")}, ${formatCount(segments, "message")}, ${left} left.${why}${cost}`;
};

/** "₦9.00": what this many messages cost. */
export const costOfSms = (messages: number, { amount, currency }: SmsPrice): string =>
	formatMoney(messages * amount, currency);
