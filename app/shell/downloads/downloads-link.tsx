import { useFetcher, useLocation } from "@remix-run/react";
import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import type { WatchedDownload } from "#app/session/downloads.server";
import { useShell } from "#app/shell/shell-context";
import { CountDot } from "#app/ui/count-dot";
import { IconLink } from "#app/ui/icon-button";
import { showToast } from "#app/ui/toast/toast";

/** §9: download ids are polled every 10 seconds. */
const pollingMs = 10_000;

const labelOf = (downloads: readonly WatchedDownload[]): string => {
	const count = (wanted: WatchedDownload["status"]) => downloads.filter(({ status }) => status === wanted).length;
	const parts = [
		[count("STARTED"), "being made"],
		[count("SUCCESS"), "ready"],
		[count("FAILED"), "failed"],
	] as const;
	return `Downloads: ${parts.flatMap(([some, what]) => (some > 0 ? `${some} ${what}` : [])).join(", ")}`;
};

/** The downloads that are being made or are ready, on every page while there are any (§9 downloads state). */
export const DownloadsLink = () => {
	const { orgName, downloads: drawn } = useShell();
	const { load, data } = useFetcher<{ downloads: WatchedDownload[] }>();
	const { pathname } = useLocation();
	const address = `/${orgName}/downloads`;
	const state = `${address}/state`;
	// why: the latest reading counts, whether the frame's or the poll's.
	const latest = useRef({ drawn, data, downloads: drawn });
	if (latest.current.drawn !== drawn) latest.current = { drawn, data, downloads: drawn };
	if (data && latest.current.data !== data) latest.current = { drawn, data, downloads: data.downloads };
	const { downloads } = latest.current;
	const isWaiting = downloads.some(({ status }) => status === "STARTED");
	useEffect(() => {
		if (!isWaiting) return;
		const timer = setInterval(() => load(state), pollingMs);
		return () => clearInterval(timer);
	}, [isWaiting, load, state]);
	const isThere = pathname === address || pathname.startsWith(`${address}/`);
	const hasAny = downloads.length > 0;
	const wasThere = useRef(isThere);
	useEffect(() => {
		// why: what was opened there is watched no longer.
		if (wasThere.current !== isThere && hasAny) load(state);
		wasThere.current = isThere;
	}, [isThere, hasAny, load, state]);
	useTellReady(downloads);
	if (!hasAny) return null;
	return (
		<IconLink
			to={address}
			icon={Download}
			label={labelOf(downloads)}
			badge={<CountDot count={downloads.filter(({ status }) => status !== "STARTED").length} />}
		/>
	);
};

const useTellReady = (downloads: readonly WatchedDownload[]): void => {
	const waiting = useRef(new Set<string>());
	useEffect(() => {
		for (const { id, status, name } of downloads) {
			if (status === "STARTED") waiting.current.add(id);
			else if (waiting.current.delete(id) && status === "SUCCESS")
				showToast({ kind: "success", id, message: `${name ?? "A file"} is ready to download.` });
		}
	}, [downloads]);
};
