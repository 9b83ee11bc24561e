/** Parameters that an address over the list has of its own: the selection, the target, the tab, the page of a tab. */
const passing = ["id", "to", "from", "logPage", "emailPage"];

/** Returns where an applicant opens: over the list that is on the screen; elsewhere over the plain list. */
export const applicantAddress = (
	orgName: string,
	applicantId: string,
	{ pathname, search }: { pathname: string; search: string },
): string => {
	const list = `/${orgName}/applicants`;
	const address = `${list}/${applicantId}`;
	if (pathname !== list && !pathname.startsWith(`${list}/`)) return address;
	const params = new URLSearchParams(search);
	for (const name of passing) params.delete(name);
	return params.size > 0 ? `${address}?${params}` : address;
};
