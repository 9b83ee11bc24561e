import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Reads the page again every so many milliseconds while something it shows goes on. */
export const useRereadWhile = (isGoingOn: boolean, everyMs: number): void => {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (!isGoingOn) return;
		const timer = setInterval(revalidate, everyMs);
		return () => clearInterval(timer);
	}, [isGoingOn, everyMs, revalidate]);
};
