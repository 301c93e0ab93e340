import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { environmentNames, readConfig, repositoryRoot } from "./config.ts";
import { processRoles } from "./roles.ts";

const folder = join(repositoryRoot, "deploy");
const text = (name: string): string => readFileSync(join(folder, name), "utf8");
const dockerfile = text("Dockerfile");

const named = z.object({ name: z.string() });
const labels = z.record(z.string(), z.string());
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const containerSchema = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  envFrom: z.array(z.object({ configMapRef: named.optional(), secretRef: named.optional() })).default([]),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
  ports: z.array(
    z.object({ name: z.string(), containerPort: z.number(), protocol: z.string().default("TCP") }),
  ),
  startupProbe: probe.optional(),
  livenessProbe: probe,
  readinessProbe: probe,
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
  securityContext: z.unknown(),
});
const workloadSchema = z.object({
  kind: z.enum(["Deployment", "StatefulSet"]),
  metadata: named,
  spec: z.object({
    serviceName: z.string().optional(),
    selector: z.object({ matchLabels: labels }),
    template: z.object({
      metadata: z.object({ labels, annotations: labels.default({}) }),
      spec: z.object({
        containers: z.array(containerSchema),
        volumes: z.array(named.loose()).default([]),
      }),
    }),
    volumeClaimTemplates: z.array(z.object({ metadata: named })).default([]),
  }),
});
const serviceSchema = z.object({
  metadata: named,
  spec: z.object({
    selector: labels,
    ports: z.array(
      z.object({ name: z.string(), targetPort: z.string(), protocol: z.string().default("TCP") }),
    ),
  }),
});
const dataSchema = z.object({ metadata: named, data: labels.optional(), stringData: labels.optional() });

const manifests = readdirSync(join(folder, "kubernetes")).filter((name) => name !== "kustomization.yaml");
const documents = manifests.flatMap((name) =>
  parseAllDocuments(text(`kubernetes/${name}`), { merge: true }).map((d) => {
    expect(d.errors, name).toEqual([]);
    return z
      .looseObject({ apiVersion: z.string(), kind: z.string(), metadata: named.loose() })
      .parse(d.toJS());
  }),
);
const ofKind = (...kinds: string[]) => documents.filter((d) => kinds.includes(d.kind));
const workloads = ofKind("Deployment", "StatefulSet").map((d) => workloadSchema.parse(d));
const services = ofKind("Service").map((d) => serviceSchema.parse(d));
const data = new Map(
  ofKind("ConfigMap", "Secret").map((d) => {
    const { metadata, ...content } = dataSchema.parse(d);
    return [metadata.name, { ...content.data, ...content.stringData }] as const;
  }),
);
const matches = (selector: Record<string, string>, of: Record<string, string>): boolean =>
  Object.entries(selector).every(([key, value]) => of[key] === value);

/** Variables that the image sets. */
const imageEnvironment = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
    line.split(/\s+/).map((pair): [string, string] => {
      const [name, ...value] = pair.split("=");
      return [name, value.join("=")];
    }),
  ),
);
const ours = (environment: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => environmentNames.includes(name)));

/** Ends of a command's words that must exist in the checkout. */
const scriptOf = (command: readonly string[]): string => join(repositoryRoot, command.at(-1) ?? "");

describe("the Dockerfile", () => {
  it("copies what stands in the checkout, starts what is there, opens what is listened to", () => {
    for (const [, files] of dockerfile.matchAll(/^COPY --chown=\S+ (.+) \S+$/gm))
      for (const file of files.split(" ")) expect(existsSync(join(repositoryRoot, file)), file).toBe(true);
    const command = z.array(z.string()).parse(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "null"));
    expect(existsSync(scriptOf(command))).toBe(true);
    const config = readConfig({ ...ours(imageEnvironment), BASE_URL: "https://p4twin.example.org" });
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${config.port}/tcp ${config.intPorts[0]}/udp$`, "m"));
    expect(dockerfile).toContain(`VOLUME ${config.dataDir}`);
  });
});

describe("the manifests for Kubernetes", () => {
  it("are all in the kustomization but the example of the secret", () => {
    const { resources } = z
      .object({ resources: z.array(z.string()) })
      .parse(parse(text("kubernetes/kustomization.yaml")));
    expect([...resources, "secret.example.yaml"].sort()).toEqual([...manifests].sort());
  });

  it("run every role", () => {
    expect(workloads.map((w) => w.metadata.name).sort()).toEqual([...processRoles, "nats"].sort());
  });

  it.each(workloads.filter((w) => w.metadata.name !== "nats").map((w) => [w.metadata.name, w] as const))(
    "%s: its variables are a valid configuration, its ports and volumes are those of its configuration",
    (role, { spec }) => {
      const [container] = spec.template.spec.containers;
      const shared = container.envFrom.map(({ configMapRef, secretRef }) => {
        const name = configMapRef?.name ?? (secretRef?.name as string);
        const found = data.get(name);
        expect(found, name).toBeDefined();
        return found;
      });
      const given: Record<string, string> = Object.assign({}, ...shared);
      for (const { name, value } of container.env) if (value !== undefined) given[name] = value;
      for (const name of Object.keys(given)) expect(environmentNames).toContain(name);
      // the secrets of the example are refused, so that nobody runs with them
      expect(() => readConfig({ ...ours(imageEnvironment), ...given })).toThrow(
        /AUTH_SECRET: this is an example/,
      );
      const secrets = {
        AUTH_SECRET: "0123456789abcdefghijklmnopqrstuv",
        DATABASE_URL: "postgresql://db/p4twin",
      };
      const config = readConfig({ ...ours(imageEnvironment), ...given, ...secrets });
      expect([...config.roles]).toEqual([role]);
      expect(existsSync(scriptOf(container.command ?? []))).toBe(true);

      const port = (name: string) => container.ports.find((p) => p.name === name);
      expect(port("http")?.containerPort).toBe(config.port);
      for (const p of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        expect(p?.httpGet.port).toBe("http");
      expect(container.livenessProbe.httpGet.path).toBe("/healthz");
      expect(container.readinessProbe.httpGet.path).toBe("/readyz");
      expect(spec.template.metadata.annotations["prometheus.io/port"]).toBe(String(config.port));
      if (role === "collector") {
        expect(port("int")).toMatchObject({ containerPort: config.intPorts[0], protocol: "UDP" });
        expect(config.intHost).toBe("0.0.0.0");
      }
      // data, and the authority that signed the certificates of NATS
      expect(container.volumeMounts.map((m) => m.mountPath)).toEqual([config.dataDir, "/etc/p4twin/nats"]);
      expect(config.nats?.access).toEqual({
        login: { user: "p4twin", password: "changeme" },
        tls: { caFile: "/etc/p4twin/nats/ca.crt" },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] },
      });
    },
  );

  it("name volumes, pods, ports and targets that exist", () => {
    for (const { metadata, spec } of workloads) {
      const { template } = spec;
      expect(matches(spec.selector.matchLabels, template.metadata.labels), metadata.name).toBe(true);
      const volumes = [
        ...template.spec.volumes.map((v) => v.name),
        ...spec.volumeClaimTemplates.map((v) => v.metadata.name),
      ];
      for (const container of template.spec.containers) {
        expect(container.volumeMounts.map((m) => m.name).sort()).toEqual([...volumes].sort());
        for (const { httpGet } of [container.livenessProbe, container.readinessProbe])
          expect(container.ports.map((p) => p.name)).toContain(httpGet.port);
      }
      if (spec.serviceName) expect(services.map((s) => s.metadata.name)).toContain(spec.serviceName);
    }
    for (const { metadata, spec } of services) {
      const pods = workloads.filter((w) => matches(spec.selector, w.spec.template.metadata.labels));
      expect(pods, metadata.name).toHaveLength(1);
      const ports = pods[0].spec.template.spec.containers.flatMap((c) => c.ports);
      for (const { targetPort, protocol } of spec.ports)
        expect(ports.find((p) => p.name === targetPort)?.protocol).toBe(protocol);
    }
    const target = z.object({
      spec: z.object({ scaleTargetRef: z.object({ kind: z.string(), name: z.string() }) }),
    });
    for (const d of ofKind("HorizontalPodAutoscaler")) {
      const { kind, name } = target.parse(d).spec.scaleTargetRef;
      expect(workloads.some((w) => w.kind === kind && w.metadata.name === name)).toBe(true);
    }
    const guarded = z.object({ spec: z.object({ selector: z.object({ matchLabels: labels }) }) });
    for (const d of ofKind("PodDisruptionBudget")) {
      const { matchLabels } = guarded.parse(d).spec.selector;
      expect(workloads.some((w) => matches(matchLabels, w.spec.template.metadata.labels))).toBe(true);
    }
  });

  it("reach NATS where it runs, and keep windows on no more servers than there are", () => {
    const nats = z
      .object({ spec: z.object({ replicas: z.number() }) })
      .parse(documents.find((d) => d.kind === "StatefulSet" && d.metadata.name === "nats"));
    const { NATS_URL, NATS_REPLICAS } = data.get("p4twin-config") ?? {};
    const servers = Array.from({ length: nats.spec.replicas }, (_, i) => `nats-${i}.nats`);
    expect(NATS_URL?.split(",")).toEqual(servers.map((s) => `nats://${s}:4222`));
    expect(Number(NATS_REPLICAS)).toBe(nats.spec.replicas);
    for (const s of servers) expect(data.get("nats-config")?.["nats.conf"]).toContain(`nats://${s}:6222`);
  });
});

describe("the compose file", () => {
  const composeSchema = z.object({
    services: z.record(
      z.string(),
      z.object({
        image: z.string(),
        build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
        command: z.array(z.string()).optional(),
        environment: labels.default({}),
        ports: z.array(z.string()).default([]),
        volumes: z.array(z.string()).default([]),
        depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
        healthcheck: z.object({ test: z.array(z.string()) }),
      }),
    ),
    volumes: z.record(z.string(), z.null()),
  });
  const compose = composeSchema.parse(parse(text("compose.yaml"), { merge: true }));
  const all = Object.entries(compose.services);
  const volumesOf = ({ volumes }: { volumes: string[] }): string[] => volumes.map((v) => v.split(":")[0]);
  /** `${NAME:?why}` and `${NAME:-default}` as compose would fill them in. */
  const filled = (value: string): string =>
    value.replace(/\$\{\w+:([?-])([^}]*)\}/g, (_, sign: string, rest: string) =>
      sign === "-" ? rest : "given by the operator, long enough",
    );

  it("runs every role as a process with a valid configuration of its own", () => {
    const roles = all
      .filter(([, s]) => s.image === "p4twin")
      .map(([name, s]) => {
        const given = Object.fromEntries(Object.entries(s.environment).map(([k, v]) => [k, filled(v)]));
        // PGPASSWORD is read by the driver of PostgreSQL itself
        for (const variable of Object.keys(given))
          expect([...environmentNames, "PGPASSWORD"], name).toContain(variable);
        expect(new URL(given.DATABASE_URL).password, "a password in a URL needs encoding").toBe("");
        const config = readConfig(ours({ ...imageEnvironment, ...given }));
        expect(existsSync(join(folder, s.build?.context ?? "", s.build?.dockerfile ?? ""))).toBe(true);
        if (s.command) expect(existsSync(scriptOf(s.command))).toBe(true);
        expect(s.healthcheck.test.join(" ")).toContain(`http://127.0.0.1:${config.port}/readyz`);
        const nats = new URL(config.nats?.url ?? "");
        expect(compose.services).toHaveProperty(nats.hostname);
        const [role] = config.roles;
        for (const p of s.ports) {
          const port = role === "collector" ? `${config.intPorts[0]}/udp` : String(config.port);
          expect(p.endsWith(`:${port}`), p).toBe(true);
        }
        // what must outlive a container has a volume that no other process uses
        if (role === "collector" || role === "http") expect(s.volumes).toEqual([`${name}:${config.dataDir}`]);
        return role;
      });
    expect([...new Set(roles)].sort()).toEqual([...processRoles].sort());
    expect(roles.filter((r) => r === "collector")).toHaveLength(2);
  });

  it("names services and volumes that exist, and publishes no port twice", () => {
    for (const [, s] of all) {
      for (const needed of Object.keys(s.depends_on)) expect(compose.services).toHaveProperty(needed);
      for (const file of volumesOf(s).filter((v) => v.startsWith(".")))
        expect(existsSync(join(folder, file)), file).toBe(true);
    }
    const used = new Set(all.flatMap(([, s]) => volumesOf(s).filter((v) => !v.startsWith("."))));
    expect([...used].sort()).toEqual(Object.keys(compose.volumes).sort());
    const published = all.flatMap(([, s]) => s.ports.map((p) => p.split(":").at(-2)));
    expect(new Set(published).size).toBe(published.length);
  });

  it("and the manifests use the same image of NATS", () => {
    const nats = workloads.find((w) => w.metadata.name === "nats");
    expect(nats?.spec.template.spec.containers[0].image).toBe(compose.services.nats.image);
  });
});

describe("the units of systemd", () => {
  const unit = (name: string): string => text(`systemd/${name}`);
  const root = "/opt/p4twin";
  it.each(["p4twin.service", "p4twin-backup.service"])(
    "%s starts what is there, with settings that exist",
    (name) => {
      const command = /^ExecStart=(.*)$/m.exec(unit(name))?.[1].split(" ") ?? [];
      const [program, script] = command[0].startsWith(root) ? [command[0]] : command;
      const started =
        script ?? program.replace("node_modules/.bin", "apps/api/bin").concat(".mjs").replace(`${root}/`, "");
      expect(existsSync(join(repositoryRoot, started)), started).toBe(true);
      expect(unit(name)).toContain(`WorkingDirectory=${root}`);
      const given = [...unit(name).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => line.split(" "));
      const settings = Object.fromEntries(given.map((pair) => pair.split("=") as [string, string]));
      expect(readConfig(ours(settings)).dataDir).toBe("/var/lib/p4twin");
      for (const line of ["NoNewPrivileges=yes", "ProtectSystem=strict", "UMask=0077"])
        expect(unit(name)).toContain(line);
    },
  );
  it("timers have services", () => {
    for (const timer of readdirSync(join(folder, "systemd")).filter((f) => f.endsWith(".timer")))
      expect(existsSync(join(folder, "systemd", timer.replace(".timer", ".service")))).toBe(true);
  });
});
