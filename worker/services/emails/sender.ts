/** Who a mail is from, as staff read it: the institution, at the address of MAIL_FROM. */
export const senderLine = (mailFrom: string, institution: string): string => {
	const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
	return `${institution} <${address}>`;
};
