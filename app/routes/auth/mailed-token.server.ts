/** Who a mailed link is for, and what proves it (§2: query params user and token). */
export const mailedToken = (request: Request): { userId: string; token: string } => {
	const { searchParams } = new URL(request.url);
	return { userId: searchParams.get("user") ?? "", token: searchParams.get("token") ?? "" };
};
