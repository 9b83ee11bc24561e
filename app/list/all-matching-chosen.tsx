import { useSearchParams } from "@remix-run/react";
import { formatNumber } from "#app/format/numbers";
import { type ListAddress, listSearch } from "#app/list/list-address";
import { TextLink } from "#app/ui/text-link";

export interface AllMatchingProps {
	base: string;
	address: ListAddress;
	total: number;
	isExact: boolean;
	mayMove: boolean;
}

export const withAll = (search: string) => `${search}${search ? "&" : "?"}all=1`;

/** Checks whether the address selects all matching applicants instead of single ones. */
export const useIsAllChosen = (): boolean => useSearchParams()[0].get("all") === "1";

/** Links to the same list with all matching applicants selected, on every page. */
export const AllMatchingLink = ({ base, address, total, isExact }: Omit<AllMatchingProps, "mayMove">) =>
	total > 0 && (
		<p className="mt-2 text-right print:hidden">
			<TextLink to={base + withAll(listSearch(address))} preventScrollReset>
				Select all {isExact && `${formatNumber(total)} `}that match
			</TextLink>
		</p>
	);
