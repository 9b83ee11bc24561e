import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Revalidates the page at an interval while something that it shows is in progress. */
export const useRereadWhile = (isGoingOn: boolean, everyMs: number): void => {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (!isGoingOn) return;
		const timer = setInterval(revalidate, everyMs);
		return () => clearInterval(timer);
	}, [isGoingOn, everyMs, revalidate]);
};
