import { TextLink } from "#app/ui/text-link";

/** The page that the address asks for; one that was mended by hand begins at the newest. */
export const readOutboxPage = (request: Request): number => {
	const page = new URL(request.url).searchParams.get("page") ?? "";
	return /^\d{1,6}$/.test(page) ? Number(page) : 0;
};

interface OutboxPagesProps {
	here: string;
	page: number;
	hasMore: boolean;
}

/** Ways to what came later and before. */
export const OutboxPages = ({ here, page, hasMore }: OutboxPagesProps) => {
	if (page === 0 && !hasMore) return null;
	const at = (index: number) => (index === 0 ? here : `${here}?page=${index}`);
	return (
		<nav aria-label="Pages" className="flex flex-wrap gap-4">
			{page > 0 && <TextLink to={at(page - 1)}>Newer</TextLink>}
			{hasMore && <TextLink to={at(page + 1)}>Older</TextLink>}
		</nav>
	);
};
