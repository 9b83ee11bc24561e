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

/** Selects all matching applicants, on every page. */
export const selectAllMatching = ({ base, address, total, isExact }: Omit<AllMatchingProps, "mayMove">) => ({
	to: base + withAll(listSearch(address)),
	label: `Select all ${isExact ? `${formatNumber(total)} ` : ""}that match`,
});

/** Links to the same list with all matching applicants selected, until they are. */
export const AllMatchingLink = (props: Omit<AllMatchingProps, "mayMove">) => {
	const { to, label } = selectAllMatching(props);
	if (useIsAllChosen()) return null;
	return (
		<TextLink to={to} preventScrollReset aria-label={label} className="font-normal print:hidden">
			Select all {props.isExact ? formatNumber(props.total) : "that match"}
		</TextLink>
	);
};
