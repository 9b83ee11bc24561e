import { DurableObject } from "cloudflare:workers";
import {
	closeCodes,
	type HubMessage,
	maxMessageBytes,
	maxMessages,
	maxSocketsPerUser,
	messageWindowMs,
	type PageMessage,
	ping,
	pong,
} from "#durable-objects/notification-hub/contract";
import {
	applicantsOf,
	type Member,
	readIntroduction,
	sessionTag,
	topicsFor,
	userTag,
	withoutOthers,
} from "#durable-objects/notification-hub/member";
import { Subscriptions } from "#durable-objects/notification-hub/subscriptions";
import { closeAnswer, othersFor, peopleOf, readPageMessage, sizeOf } from "#durable-objects/notification-hub/wire";
import type { Topic } from "#worker/contract/topics";
import { databaseFor } from "#worker/database/database";
import type { Env } from "#worker/env";
import { applicantsAt } from "#worker/http/subjects.queries";
import { log } from "#worker/log";

/** After a fault the sessions that have expired are closed this much later. */
const alarmRetryMs = 5_000;

interface OpenSocket extends Member {
	socket: WebSocket;
}

/**
 * The open pages of an organisation. It tells each which of its topics have changed, and who else looks at the same
 * applicant. why hardly a field: it sleeps between messages, so a socket's tags and attachment hold all state.
 */
export class NotificationHub extends DurableObject<Env> {
	private subscriptions: Subscriptions<WebSocket> | undefined;
	/** Messages of each socket in its window; what is forgotten while the hub sleeps was sent slowly. */
	private readonly messages = new WeakMap<WebSocket, { since: number; count: number }>();

	/** The messages of each socket whose applicants are being looked up. */
	private readonly latest = new WeakMap<WebSocket, Partial<Record<PageMessage["type"], PageMessage>>>();

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong));
	}

	/** Takes an upgrade that the Worker has authenticated; its headers say whose it is (`hubHeaders`). */
	override async fetch(request: Request): Promise<Response> {
		const user = readIntroduction(request.headers);
		const own = this.open(userTag(user.userId)).sort((a, b) => a.openedAt - b.openedAt);
		this.dismiss(own.slice(0, Math.max(0, own.length + 1 - maxSocketsPerUser)), closeCodes.tooMany);
		const { 0: client, 1: server } = new WebSocketPair();
		this.ctx.acceptWebSocket(server, [userTag(user.userId), sessionTag(user.sessionId)]);
		const openedAt = Math.max(Date.now(), (own.at(-1)?.openedAt ?? 0) + 1);
		const member: Member = { ...user, openedAt, viewing: null, topics: topicsFor(user.userId, []) };
		this.remember(server, member);
		if (user.expiresAt <= Date.now()) this.dismiss([{ ...member, socket: server }], closeCodes.sessionEnded);
		else await this.wakeBy(user.expiresAt);
		return new Response(null, { status: 101, webSocket: client });
	}

	/** Closes the sockets whose session has expired, so that sending a notice checks no session. */
	override async alarm(): Promise<void> {
		const now = Date.now();
		const open = this.open();
		const times = open.map(({ expiresAt }) => expiresAt).filter((expiresAt) => expiresAt > now);
		try {
			this.dismiss(
				open.filter(({ expiresAt }) => expiresAt <= now),
				closeCodes.sessionEnded,
			);
		} catch (error) {
			// why not thrown: the runtime tries an alarm again six times, and then forgets it.
			log("error", { message: "sessions not closed", error: String(error) });
			times.push(now + alarmRetryMs);
		}
		const next = Math.min(...times);
		if (next < Number.POSITIVE_INFINITY) await this.ctx.storage.setAlarm(next);
	}

	/** Tells every page that shows one of these topics which of them have changed. */
	notify(topics: readonly Topic[]): void {
		const subscriptions = this.subscribed();
		subscriptions.note(topics, Date.now());
		const texts = new Map<string, string>();
		for (const [socket, heard] of subscriptions.concernedBy(topics)) {
			if (socket.readyState !== WebSocket.OPEN) continue;
			const key = heard.join();
			const text = texts.get(key) ?? changed(heard);
			texts.set(key, text);
			socket.send(text);
		}
	}

	/** Closes every page of a user who was blocked or whose privileges changed. */
	closeUser(userId: string, code: number = closeCodes.sessionEnded): void {
		this.dismiss(this.open(userTag(userId)), code);
	}

	/** Closes every page of one session. */
	closeSession(sessionId: string, code: number = closeCodes.sessionEnded): void {
		this.dismiss(this.open(sessionTag(sessionId)), code);
	}

	override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
		const member: Member = socket.deserializeAttachment();
		const reason = this.countMessage(socket) > maxMessages ? closeCodes.tooMany : refusal(member, data);
		if (reason) {
			this.dismiss([{ ...member, socket }], reason);
			return;
		}
		const message = readPageMessage(data);
		if (!message) return;
		if (member.bound && applicantsOf(message).length > 0) await this.takeVisible(socket, member.bound, message);
		else this.take(socket, message);
	}

	private take(socket: WebSocket, message: PageMessage): void {
		const member: Member = socket.deserializeAttachment();
		this.latest.set(socket, { ...this.latest.get(socket), [message.type]: undefined });
		if (message.type === "viewing") this.view(socket, member, message.applicantId);
		else this.subscribe(socket, member, message.topics);
	}

	/** Takes of a message what its user of some places sees. why the check afterwards: a later one may have come meanwhile. */
	private async takeVisible(
		socket: WebSocket,
		bound: NonNullable<Member["bound"]>,
		message: PageMessage,
	): Promise<void> {
		this.latest.set(socket, { ...this.latest.get(socket), [message.type]: message });
		const db = databaseFor(this.env, bound.organisationId);
		const visible = await applicantsAt({ db, ...bound }, applicantsOf(message));
		const isLatest = this.latest.get(socket)?.[message.type] === message;
		if (isLatest && socket.readyState === WebSocket.OPEN) this.take(socket, withoutOthers(message, visible));
	}

	/** Counts a message of the socket. why: each can cost as much as there are sockets. */
	private countMessage(socket: WebSocket): number {
		const now = Date.now();
		const known = this.messages.get(socket);
		const { since, count } = known && known.since > now - messageWindowMs ? known : { since: now, count: 0 };
		this.messages.set(socket, { since, count: count + 1 });
		return count + 1;
	}

	override webSocketClose(socket: WebSocket, code: number): void {
		socket.close(closeAnswer(code));
		this.leave(socket);
	}

	override webSocketError(socket: WebSocket): void {
		this.leave(socket);
	}

	private view(socket: WebSocket, member: Member, applicantId: string | null): void {
		if (!member.seesOthers || applicantId === member.viewing) return;
		socket.serializeAttachment({ ...member, viewing: applicantId });
		this.tellViewers([member.viewing, applicantId]);
	}

	/** Sets a page's topics, and tells it which of them have just changed. */
	private subscribe(socket: WebSocket, member: Member, asked: readonly Topic[]): void {
		const topics = topicsFor(member.userId, asked);
		this.remember(socket, { ...member, topics });
		const added = topics.filter((topic) => !member.topics.includes(topic));
		const recent = this.subscribed().recentOf(added, Date.now());
		if (recent.length > 0) socket.send(changed(recent));
	}

	private remember(socket: WebSocket, member: Member): void {
		socket.serializeAttachment(member);
		this.subscribed().set(socket, member.topics);
	}

	private subscribed(): Subscriptions<WebSocket> {
		if (this.subscriptions) return this.subscriptions;
		this.subscriptions = new Subscriptions();
		for (const { socket, topics } of this.open()) this.subscriptions.set(socket, topics);
		return this.subscriptions;
	}

	/** Sets the alarm to that time, unless it is set to an earlier one. */
	private async wakeBy(time: number): Promise<void> {
		const { storage } = this.ctx;
		const alarm = await storage.getAlarm();
		if (alarm === null || alarm > time) await storage.setAlarm(time);
	}

	/**
	 * Returns the sockets with a tag, or all. why the check: a socket is listed until its peer has answered the
	 * close.
	 */
	private listening(tag?: string): WebSocket[] {
		return this.ctx.getWebSockets(tag).filter(({ readyState }) => readyState === WebSocket.OPEN);
	}

	/** Returns the sockets with a tag, or all, with their members. */
	private open(tag?: string): OpenSocket[] {
		return this.listening(tag).map((socket) => ({ ...(socket.deserializeAttachment() as Member), socket }));
	}

	private dismiss(sockets: readonly OpenSocket[], code: number): void {
		for (const { socket, ...member } of sockets) {
			socket.close(code);
			this.remember(socket, { ...member, viewing: null, topics: [] });
		}
		this.tellViewers(sockets.map(({ viewing }) => viewing));
	}

	private leave(socket: WebSocket): void {
		const member: Member = socket.deserializeAttachment();
		this.remember(socket, { ...member, viewing: null, topics: [] });
		this.tellViewers([member.viewing]);
	}

	/** Tells all users who look at these applicants who the others are. */
	private tellViewers(applicantIds: readonly (string | null)[]): void {
		const concerned = new Set(applicantIds.filter((id) => id !== null));
		if (concerned.size === 0) return;
		const viewers = Map.groupBy(this.open(), ({ viewing }) => viewing);
		for (const applicantId of concerned) {
			const present = viewers.get(applicantId) ?? [];
			const people = peopleOf(present);
			for (const { socket, userId } of present) {
				const message: HubMessage = { type: "presence", applicantId, people: othersFor(userId, people) };
				socket.send(JSON.stringify(message));
			}
		}
	}
}

const changed = (topics: readonly Topic[]): string => JSON.stringify({ type: "changed", topics } satisfies HubMessage);

/** Returns the code with which a socket is closed for this message, or undefined. */
const refusal = (member: Member, data: string | ArrayBuffer): number | undefined => {
	if (sizeOf(data) > maxMessageBytes) return closeCodes.tooLarge;
	if (member.expiresAt <= Date.now()) return closeCodes.sessionEnded;
	return undefined;
};
