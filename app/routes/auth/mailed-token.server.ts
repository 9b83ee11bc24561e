/** Reads the user and the token of a mailed link (§2: query params user and token). */
export const mailedToken = (request: Request): { userId: string; token: string } => {
	const { searchParams } = new URL(request.url);
	return { userId: searchParams.get("user") ?? "", token: searchParams.get("token") ?? "" };
};
