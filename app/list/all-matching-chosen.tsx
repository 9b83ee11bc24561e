import { useSearchParams } from "@remix-run/react";
import { formatNumber } from "#app/format/numbers";
import { type ListAddress, listSearch } from "#app/list/list-address";
import { TextLink } from "#app/ui/text-link";

export interface AllMatchingProps {
	base: string;
	address: ListAddress;
	/** How many the list holds, and whether that is certain. */
	total: number;
	isExact: boolean;
	mayMove: boolean;
}

/** The list's query text with all that match chosen. */
export const withAll = (search: string) => `${search}${search ? "&" : "?"}all=1`;

/** Are all that match chosen, instead of some of them? The address says so. */
export const useIsAllChosen = (): boolean => useSearchParams()[0].get("all") === "1";

/** Chooses all that the list's filters let through, on this page and on all others. */
export const AllMatchingLink = ({ base, address, total, isExact }: Omit<AllMatchingProps, "mayMove">) =>
	total > 0 && (
		<p className="mt-2 text-right">
			<TextLink to={base + withAll(listSearch(address))} preventScrollReset>
				Select all {isExact && `${formatNumber(total)} `}that match
			</TextLink>
		</p>
	);
