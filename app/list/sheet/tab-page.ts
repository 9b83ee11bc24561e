export const tabPages = { emails: "emailPage", log: "logPage" };

/** Reads the page of a tab's own list. why its own name: `page` and `size` belong to the list of applicants. */
export const readTabPage = (params: URLSearchParams, name: string): number => {
	const page = params.get(name) ?? "";
	return /^\d{1,6}$/.test(page) ? Number(page) : 0;
};

export const tabPageSearch = (search: string, name: string, page: number): string => {
	const params = new URLSearchParams(search);
	if (page === 0) params.delete(name);
	else params.set(name, String(page));
	return `?${params}`;
};
