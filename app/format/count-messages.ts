import { formatCount, formatNumber } from "#app/format/numbers";

/** "46 emails and 46 SMS"; empty for none. */
export const countMessages = ({ emails, texts }: { emails: number; texts: number }): string =>
	[emails > 0 && formatCount(emails, "email"), texts > 0 && `${formatNumber(texts)} SMS`].filter(Boolean).join(" and ");
