import { useNavigation } from "@remix-run/react";

/** A line across the top while the next page loads; quick pages never show it. */
export const NavigationProgress = () => {
	const { state } = useNavigation();
	if (state === "idle") return null;
	return (
		<div aria-hidden className="fixed inset-x-0 top-0 z-60 h-0.5 animate-appear overflow-hidden print:hidden">
			<div className="h-full w-1/3 animate-travel bg-accent" />
		</div>
	);
};
